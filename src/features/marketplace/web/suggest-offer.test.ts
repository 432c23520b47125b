import { expect, test } from 'vitest'
import { suggestOffer } from './suggest-offer.ts'

test.each([
  [11, 9],
  [2, 1],
  [12.5, 10],
  [60, 50],
  [450, 380],
])('suggests for a price of %d to offer %d', (price, offer) => {
  expect(suggestOffer(price)).toBe(offer)
})

test('suggests no offer for what is free or costs very little', () => {
  expect(suggestOffer(0)).toBeUndefined()
  expect(suggestOffer(1.5)).toBeUndefined()
})
