import { afterEach, expect, test, vi } from 'vitest'
import { maxCards } from '../share-contract.gen.ts'
import type { ShareReference } from '../share-contract.ts'
import { loadCard } from './shared-cards.ts'

afterEach(() => vi.unstubAllGlobals())

/** Replies with the cards of all items but those whose id ends with `hidden`. */
function stubServer(): string[][] {
  const calls: string[][] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const items = new URL(address, location.origin).searchParams.get('items')?.split(',') ?? []
    calls.push(items)
    const cards = items.map((item) => ({ kind: item.split(':')[0], id: item.split(':')[1], title: item }))
    const data = cards.filter(({ title }) => !title.endsWith('hidden')).reverse()
    return new Response(JSON.stringify({ success: true, data }))
  })
  return calls
}

test('cards that are shown together take one call, also of the same item, and a missing one is not available', async () => {
  const calls = stubServer()
  const shares: ShareReference[] = [
    { kind: 'post', id: '1' },
    { kind: 'event', id: '1' },
    { kind: 'post', id: 'hidden' },
    { kind: 'post', id: '1' },
  ]
  const cards = await Promise.all(shares.map(loadCard))
  expect(cards.map((card) => card?.title)).toEqual(['post:1', 'event:1', undefined, 'post:1'])
  expect(cards[2]).toBeNull()
  expect(calls).toEqual([['post:1', 'event:1', 'post:hidden']])
})

test('more cards than a call can have take several', async () => {
  const calls = stubServer()
  const shares = Array.from({ length: maxCards + 1 }, (_, index) => ({ kind: 'post' as const, id: String(index) }))
  const cards = await Promise.all(shares.map(loadCard))
  expect(cards.map((card) => card?.id)).toEqual(shares.map(({ id }) => id))
  expect(calls.map((items) => items.length)).toEqual([maxCards, 1])
})

test('a failed call fails for each of its cards, and the next one is sent again', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false }), { status: 500 }))
  const shares: ShareReference[] = [
    { kind: 'post', id: '1' },
    { kind: 'post', id: '2' },
  ]
  const results = await Promise.allSettled(shares.map(loadCard))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  stubServer()
  expect((await loadCard({ kind: 'post', id: '1' }))?.title).toBe('post:1')
})
