import { expect, test } from 'vitest'
import type { Message } from '../contract.ts'
import { toRanges } from './message-ranges.ts'

const message = (seq: number) => ({ id: `m${seq}`, seq }) as Message
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => message(first + index))

test('ranges hold all messages in their order, each once, with their neighbours', () => {
  const messages = from(30, 65).filter(({ seq }) => seq !== 47)
  const ranges = toRanges(messages)
  expect(ranges.flatMap((range) => range.messages)).toEqual(messages)
  expect(
    ranges.map((range) => [range.before?.seq, range.messages[0]?.seq, range.messages.at(-1)?.seq, range.after?.seq]),
  ).toEqual([
    [undefined, 30, 39, 40],
    [39, 40, 59, 60],
    [59, 60, 65, undefined],
  ])
})

test('a message keeps its range when earlier and later ones are loaded', () => {
  const few = toRanges(from(63, 71))
  const many = toRanges(from(1, 300))
  expect(many.find(({ key }) => key === few[0]?.key)?.messages.map(({ seq }) => seq)).toEqual(
    expect.arrayContaining(from(63, 71).map(({ seq }) => seq)),
  )
  expect(new Set(many.map(({ key }) => key)).size).toBe(many.length)
  expect(toRanges([])).toEqual([])
})
