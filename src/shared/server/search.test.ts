import { expect, test } from 'vitest'
import { isIndexedTerm } from './search.ts'

test.each(['abc', 'a 12', 'zoë', 'is it', '#123', 'Ελλ'])('uses the trigram index for %j', (text) => {
  expect(isIndexedTerm(text)).toBe(true)
})

test.each(['ab', 'q', '!!!', 'a.b', '😀😀😀'])('uses no trigram index for %j', (text) => {
  expect(isIndexedTerm(text)).toBe(false)
})
