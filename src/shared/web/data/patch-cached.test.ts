import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventsApi } from '../../../features/events/contract.gen.ts'
import type { Event } from '../../../features/events/contract.ts'
import { query } from '../api.ts'
import { patchCached } from './patch-cached.ts'

const event = (id: string, title: string) => ({ id, title }) as Event
const input = { query: { filter: 'all' as const } }
const params = (id: string) => ({ params: { id } })
const listKey = query(eventsApi.list, input).queryKey
const upcomingKey = query(eventsApi.upcoming).queryKey
const oneKey = query(eventsApi.show, params('one')).queryKey
let client: QueryClient
const titles = () =>
  client.getQueryData<{ pages: { data: Event[] }[] }>(listKey)?.pages.map(({ data }) => data.map(({ title }) => title))

beforeEach(() => {
  client = new QueryClient()
  client.setQueryData(listKey, {
    pages: [{ data: [event('one', 'Picnic')] }, { data: [event('two', 'Concert')] }],
    pageParams: [{}, { page: 2 }],
  } as never)
  client.setQueryData(upcomingKey, { success: true, data: [event('one', 'Picnic')] })
  client.setQueryData(oneKey, { success: true, data: event('one', 'Picnic') })
})

test('updates an item in pages, in a list and alone, and no other item', () => {
  const routes = [eventsApi.list, eventsApi.upcoming, eventsApi.show] as const
  patchCached(client, routes, 'one', (before) => ({ ...before, title: 'Dinner' }))
  expect(titles()).toEqual([['Dinner'], ['Concert']])
  expect(client.getQueryData(upcomingKey)?.data.map(({ title }) => title)).toEqual(['Dinner'])
  expect(client.getQueryData(oneKey)?.data.title).toBe('Dinner')
})

test('leaves the replies of other routes unchanged', () => {
  patchCached(client, [eventsApi.show], 'one', (before) => ({ ...before, title: 'Dinner' }))
  expect(titles()).toEqual([['Picnic'], ['Concert']])
})

test('removes an item from lists, and reloads the reply that holds only the item', () => {
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  patchCached(client, [eventsApi.list, eventsApi.show], 'one', () => undefined)
  expect(titles()).toEqual([[], ['Concert']])
  expect(invalidate).toHaveBeenCalledExactlyOnceWith({ queryKey: oneKey, exact: true })
})
