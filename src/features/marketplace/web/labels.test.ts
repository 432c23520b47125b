import { expect, test } from 'vitest'
import { formatSellerFacts } from './labels.ts'
import { describeFilters, toFilters, toNarrow } from './searches.ts'

test.each([
  [{ sold: 4, went_well: null, answers_within: 2, since: 2024 }, 'Sold 4 · answers within 2 hours · here since 2024'],
  [{ sold: 0, went_well: null, answers_within: null, since: 2024 }, 'here since 2024'],
  [
    { sold: 5, went_well: 3, answers_within: 1, since: 2025 },
    'Sold 5 · 3 went well · answers within 1 hour · here since 2025',
  ],
  [{ sold: 1, went_well: null, answers_within: 49, since: null }, 'Sold 1 · answers within 3 days'],
])('writes the facts %j about a seller in words', (facts, words) => {
  expect(formatSellerFacts(facts)).toBe(words)
})

const formatPrice = (price: number) => `$${price}`

test.each([
  [{}, 'All listings'],
  [{ search: 'lamp', category: 'furniture', price_max: '20' } as const, '“lamp” · Furniture · up to $20'],
  [{ kind: 'wanted', condition: 'new', isbn: '9780131103627' } as const, 'New · Wanted · ISBN 9780131103627'],
  [{ price_min: '5', price_max: '7.5' }, '$5 to $7.5'],
  [{ price_min: '5' }, 'from $5'],
])('describes the filters %j, and restores them in the list', (filters, words) => {
  expect(describeFilters(filters, formatPrice)).toBe(words)
  expect(toFilters({ sort: 'newest', show: '', tab: 'active', ...toNarrow(filters) })).toEqual(filters)
})
