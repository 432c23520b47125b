import { expect, test } from 'vitest'
import { parseIsbn } from './isbn.ts'

test.each([
  ['978-0-13-110362-7', '9780131103627'],
  ['0-13-110362-8', '9780131103627'],
  [' 0131103628 ', '9780131103627'],
  ['0-8044-2957-x', '9780804429573'],
  ['979-10-90636-07-1', '9791090636071'],
])('reads the ISBN %s', (text, isbn) => {
  expect(parseIsbn(text)).toBe(isbn)
})

test.each(['', '9780131103628', '0131103629', '080442957', '9771234567898', 'X131103628', '978013110362X'])(
  'refuses %j as an ISBN',
  (text) => {
    expect(parseIsbn(text)).toBeUndefined()
  },
)
