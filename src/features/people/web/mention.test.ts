import { expect, test } from 'vitest'
import { findNamed, stillNamed, typedName, withName } from './mention.ts'

test.each([
  ['@', 1, undefined],
  ['@a', 2, { at: 0, name: 'a' }],
  ['Hello @Grace Mb', 15, { at: 6, name: 'Grace Mb' }],
  ['Hello @Grace Mbeki there', 24, undefined],
  ['mail me: ada@northfield', 23, undefined],
  ['@Ida 04', 7, { at: 0, name: 'Ida 04' }],
  ['(@Zoë', 5, { at: 1, name: 'Zoë' }],
  ['@gr and more', 3, { at: 0, name: 'gr' }],
  ['', 0, undefined],
])('parses the mention typed in %j at cursor %i as %j', (text, cursor, typed) => {
  expect(typedName(text, cursor)).toEqual(typed)
})

const grace = { id: '1', name: 'Grace Mbeki' }

test('replaces a partly typed name by the picked name', () => {
  expect(withName('Hello @gr, how are you?', 9, 6, grace)).toEqual({
    text: 'Hello @Grace Mbeki , how are you?',
    cursor: 19,
  })
  expect(withName('@gr and more', 3, 0, grace)).toEqual({ text: '@Grace Mbeki and more', cursor: 13 })
})

test('finds users of whose names a word begins with the typed text', () => {
  const people = ['Ada Byron', 'Grace Adams', 'Rada Ivanova'].map((name) => ({ id: name, name }))
  expect(findNamed(people, 'ad').map(({ name }) => name)).toEqual(['Ada Byron', 'Grace Adams'])
  expect(findNamed(people, 'Ada B').map(({ name }) => name)).toEqual(['Ada Byron'])
  expect(findNamed(people, 'x')).toEqual([])
})

test('drops mentions that were deleted from the text, and duplicates', () => {
  expect(stillNamed('Hello @Grace Mbeki and @Grace Mbeki', [grace, grace])).toEqual(['1'])
  expect(stillNamed('Hello @Grace', [grace])).toEqual([])
})
