import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Confession } from '../contract.ts'
import { ConfessionCard } from './ConfessionCard.tsx'

afterEach(cleanup)

function show(fields: Partial<Confession>) {
  cleanup()
  const confession = {
    id: 'c',
    confession_number: 7,
    content: 'I fly kites',
    category: 'campus',
    created_at: 0,
    is_author: false,
    is_liked: false,
    likes_count: 0,
    trending: false,
    can: { delete: false, report: false },
    ...fields,
  } as Confession
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ConfessionCard confession={confession} />
    </QueryClientProvider>,
  )
  return screen.getByRole('article')
}

const findTint = (fields: Partial<Confession>) => show(fields).style.getPropertyValue('--card-color')

test('cards have eight backgrounds by number, and a pending one has none', () => {
  const tints = Array.from({ length: 16 }, (_, index) => findTint({ confession_number: index + 1 }))
  expect(new Set(tints).size).toBe(8)
  expect(tints.slice(0, 8)).toEqual(tints.slice(8))
  expect(findTint({ confession_number: 0, pending: true })).toBe('')
})

test('texts of less than 120 characters are larger, and number 100 is golden', () => {
  const isLarge = (content: string) => show({ content }).querySelector('p.text-lg') !== null
  expect([isLarge('x'.repeat(119)), isLarge('x'.repeat(120))]).toEqual([true, false])
  const isGolden = (confession_number: number) => show({ confession_number }).querySelector('.bg-gold') !== null
  expect([99, 100, 200].map(isGolden)).toEqual([false, true, false])
})
