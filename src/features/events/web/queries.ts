import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, invalidate, query, queryKeyFor } from '../../../shared/web/api.ts'
import { listItems } from '../../../shared/web/list-items.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Event, EventFilter, events } from '../contract.ts'
import { addDays, listWeeks } from './month.ts'
import { parseWallClock, useZone } from './school-time.ts'

/** The school's events in pages: upcoming first, then past. */
export function useEventList(narrow: { filter: EventFilter; search: string }) {
  const list = useInfiniteQuery({
    queryKey: queryKeyFor('GET /api/events', { query: narrow }),
    queryFn: ({ pageParam, signal }) =>
      call<typeof events.list>('GET /api/events', { query: { ...narrow, page: pageParam, limit: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.hasMore ? pagination.page + 1 : undefined),
  })
  return { ...list, events: listItems(list.data?.pages) }
}

/** The events that overlap the weeks of a month, at most 200. */
export function useMonthEvents(month: string, narrow: { filter: EventFilter; search: string }) {
  const zone = useZone()
  const weeks = listWeeks(month)
  const from = parseWallClock(`${weeks[0]?.[0]}T00:00`, zone) ?? 0
  const to = parseWallClock(`${addDays(weeks.at(-1)?.at(-1) ?? '', 1)}T00:00`, zone) ?? 0
  return useQuery({
    ...query<typeof events.list>('GET /api/events', { query: { ...narrow, from, to, limit: 200 } }),
    placeholderData: (before) => before, // the grid stays visible while the next month loads
  })
}

export const useEvent = (id: string) => useQuery(query<typeof events.show>('GET /api/events/:id', { params: { id } }))

type CachedEvents = { pages?: { data: Event[] }[]; data?: Event | Event[] }

/** Updates one event in all cached queries. */
export function patchEvent(client: QueryClient, id: string, change: (event: Event) => Event): void {
  const one = (event: Event) => (event.id === id ? change(event) : event)
  client.setQueriesData<CachedEvents>({ predicate: ({ queryKey }) => isEventQuery(String(queryKey[0])) }, (held) => {
    if (held?.pages) return { ...held, pages: held.pages.map((page) => ({ ...page, data: page.data.map(one) })) }
    if (Array.isArray(held?.data)) return { ...held, data: held.data.map(one) }
    return held?.data ? { ...held, data: one(held.data) } : held
  })
}
const isEventQuery = (path: string) => ['/api/events', '/api/events/:id', '/events/upcoming'].includes(path)

/** Invalidates all event lists after a change. */
export const invalidateEvents = (client: QueryClient) =>
  Promise.all([invalidate(client, '/api/events'), invalidate(client, '/events/upcoming')])

/** Attends or leaves an event. Returns the click handler. */
export function useRsvp({ id, user_rsvp, attendees_count }: Event) {
  const client = useQueryClient()
  const toggle = useOptimisticToggle<Pick<Event, 'user_rsvp' | 'attendees_count'>, boolean>({
    id: `rsvp ${id}`,
    state: { user_rsvp, attendees_count },
    wishOf: (state) => state.user_rsvp === 'attending',
    predict: (state, isComing) => ({
      user_rsvp: isComing ? 'attending' : 'not_attending',
      attendees_count: state.attendees_count + Number(isComing) - Number(state.user_rsvp === 'attending'),
    }),
    show: (state) => patchEvent(client, id, (event) => ({ ...event, ...state })),
    send: async (isComing) => {
      const body = { status: isComing ? ('attending' as const) : ('not_attending' as const) }
      return (await call<typeof events.rsvp>('POST /api/events/:id/rsvp', { params: { id }, body })).data
    },
    refetch: () => invalidateEvents(client),
    onError: (error) => {
      if (!(error instanceof ApiError) || error.status !== 409) return
      toast.error(error.message)
      void invalidateEvents(client)
    },
    onSettled: () => void invalidate(client, '/api/events/:id/attendees'),
  })
  return () => toggle((isComing) => !isComing)
}
