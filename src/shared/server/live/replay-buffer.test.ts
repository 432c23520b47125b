import { expect, test } from 'vitest'
import { createReplayBuffer } from './replay-buffer.ts'

const minuteMs = 60_000
const event = (id: string, ...keys: string[]) => ({ id, keys, name: 'post.liked', data: '{}' })
const ids = (found: readonly { readonly id: string }[] | undefined) => found?.map(({ id }) => id)

test('returns what came after an event, once and in order, for any of the keys', () => {
  const buffer = createReplayBuffer()
  for (const entry of [event('1-0', 'ada'), event('1-1', 'all', 'ada'), event('2-0', 'grace'), event('3-0', 'all')])
    buffer.add(entry)
  expect(ids(buffer.since('1-0', ['ada', 'all']))).toEqual(['1-1', '3-0'])
  expect(ids(buffer.since('3-0', ['ada', 'all']))).toEqual([])
})

test('who knows the latest event has missed nothing, also after an hour without any', () => {
  const buffer = createReplayBuffer()
  buffer.startAt('1000-0')
  for (const entry of [event('2000-0', 'ada'), event('3000-0', 'all')]) buffer.add(entry)
  buffer.deleteExpired(60 * minuteMs)
  expect(ids(buffer.since('3000-0', ['ada', 'all']))).toEqual([])
  const next = `${60 * minuteMs}-0`
  buffer.add(event(next, 'all'))
  expect(ids(buffer.since('3000-0', ['ada', 'all']))).toEqual([next])
})

test('who knows an older event may have missed what was deleted', () => {
  const buffer = createReplayBuffer()
  for (const entry of [event('2000-0', 'ada'), event('3000-0', 'all')]) buffer.add(entry)
  buffer.deleteExpired(60 * minuteMs)
  expect(buffer.since('2000-0', ['ada', 'all'])).toBeUndefined()
})

test('keeps the events of the last five minutes, and a hundred per key', () => {
  const buffer = createReplayBuffer()
  const now = 60 * minuteMs
  const [old, young] = [`${now - 5 * minuteMs - 1}-0`, `${now - 5 * minuteMs + 1}-0`]
  for (const id of [old, young]) buffer.add(event(id, 'ada'))
  buffer.deleteExpired(now)
  expect(ids(buffer.since(old, ['ada']))).toEqual([young])
  for (let count = 0; count < 150; count++) buffer.add(event(`${now}-${count}`, 'busy'))
  expect(buffer.since(`${now}-48`, ['busy'])).toBeUndefined()
  expect(buffer.since(`${now}-49`, ['busy'])).toHaveLength(100)
  expect(ids(buffer.since(old, ['ada'])), 'another key').toEqual([young])
})
