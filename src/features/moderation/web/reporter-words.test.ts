import { expect, test } from 'vitest'
import { namesReporter } from './reporter-words.ts'

const report = { reporter_name: 'Mara de Lindqvist-Öberg', description: 'He posted my room number in the chat.' }

test.each([
  ['You wrote about Mara in the chat.', true],
  ['ÖBERG asked you to stop.', true],
  ['The report says: he posted my room number in the chat.', true],
  ['You posted the room number of a student in the chat.', false],
  ['You wrote de facto an insult.', false],
  ['Marathon runners were insulted.', false],
  ['', false],
])('%j names the reporter: %s', (text, expected) => {
  expect(namesReporter(text, report)).toBe(expected)
})

test('a report without a reporter or a description names no one', () => {
  expect(namesReporter('Anything at all', { reporter_name: null, description: null })).toBe(false)
  expect(namesReporter('Spam', { reporter_name: null, description: 'Spam' })).toBe(false)
})
