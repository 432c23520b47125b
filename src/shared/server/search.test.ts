import { expect, test } from 'vitest'
import { isIndexedTerm } from './search.ts'

test.each(['abc', 'a 12', 'zoë', 'is it', '#123', 'Ελλ'])('the trigram indexes help to find %j', (text) => {
  expect(isIndexedTerm(text)).toBe(true)
})

test.each(['ab', 'q', '!!!', 'a.b', '😀😀😀'])(
  'no trigram index helps to find %j, so it is looked for in a window',
  (text) => {
    expect(isIndexedTerm(text)).toBe(false)
  },
)
