import { expect, test } from 'vitest'
import { hasContact, hasScamPhrase } from '../text-checks.ts'

test.each([
  ['Call 555 010 9999', true],
  ['+49 (30) 1234-5678 in the evening', true],
  ['ada@northfield.example', true],
  ['Text me on WhatsApp', true],
  ['Sold for 1200, ISBN 9780306406157 has 13 digits', true], // a number like a phone's: a hint too many is harmless
  ['Two chairs for 20, from 2019', false],
  ['A signalling lamp', false],
])('finds contact details in %j: %s', (text, found) => {
  expect(hasContact(text)).toBe(found)
})

test.each([
  ['Pay in advance by Western Union', true],
  ['I will have my courier collect it', true],
  ['Gift Cards accepted', true],
  ['A card for a gift', false],
  ['Cryptography, third edition', false],
])('finds a phrase that is common in fraud in %j: %s', (text, found) => {
  expect(hasScamPhrase(text)).toBe(found)
})
