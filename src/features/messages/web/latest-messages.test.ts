import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Reply } from '../../../shared/contract.ts'
import type { Message, messages } from '../contract.ts'
import { type Pages, pagesKey } from './conversation-cache.ts'
import { mergeLatest } from './latest-messages.ts'

type Page = Reply<typeof messages.list>
const toPage = (seqs: readonly number[], hasMore: boolean, hasNewer = false) =>
  ({
    success: true,
    data: seqs.map((seq) => ({ id: `m${seq}`, seq, content: `${seq}` }) as Message),
    pagination: { limit: 3, hasMore, hasNewer },
  }) as Page

let client: QueryClient
const hold = (pages: Page[], around?: number) =>
  client.setQueryData<Pages>(around ? [...pagesKey('c'), around] : pagesKey('c'), {
    pages,
    pageParams: pages.map(() => undefined),
  })
const held = (around?: number) =>
  client
    .getQueryData<Pages>(around ? [...pagesKey('c'), around] : pagesKey('c'))
    ?.pages.map(({ data }) => data.map(({ seq }) => seq))

beforeEach(() => {
  client = new QueryClient()
})

test('adds what is new, removes what was deleted, and keeps earlier pages', () => {
  hold([toPage([4, 5, 6], true), toPage([1, 2, 3], false)])
  mergeLatest(client, 'c', toPage([4, 6, 7], true))
  expect(held()).toEqual([
    [4, 6, 7],
    [1, 2, 3],
  ])
})

test('leaves no hole when messages have moved out of the latest page', () => {
  hold([toPage([4, 5, 6], true), toPage([1, 2, 3], false)])
  mergeLatest(client, 'c', toPage([6, 7, 8], true))
  expect(held()?.flat().toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('reloads what is more than a page behind', () => {
  hold([toPage([4, 5, 6], true)])
  mergeLatest(client, 'c', toPage([8, 9, 10], true))
  expect(held()).toEqual([[4, 5, 6]])
  expect(client.getQueryState(pagesKey('c'))?.isInvalidated).toBe(true)
})

test('does not touch a page that does not end with the latest message', () => {
  hold([toPage([4, 5, 6], true, true)], 5)
  mergeLatest(client, 'c', toPage([48, 49, 50], true))
  expect(held(5)).toEqual([[4, 5, 6]])
})

test('shows a history that was deleted as empty', () => {
  hold([toPage([4, 5, 6], true)])
  mergeLatest(client, 'c', toPage([], false))
  expect(held()).toEqual([[]])
})
