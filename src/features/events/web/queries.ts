import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { invalidate, query } from '../../../shared/web/api.ts'
import { isConflict, isForbidden, unknownFailure } from '../../../shared/web/data/errors.ts'
import { toPages, usePages } from '../../../shared/web/data/infinite-list.ts'
import { patchCached } from '../../../shared/web/data/patch-cached.ts'
import { removeCached } from '../../../shared/web/data/remove-cached.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { callStored, storeCall } from '../../../shared/web/stored-call.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { parseWallClock } from '../../../shared/web/wall-clock.ts'
import { offerPush } from '../../push/web/offer.ts'
import { eventsApi, groupEventsApi } from '../contract.gen.ts'
import type { Event, EventFilter } from '../contract.ts'
import { addDays, listWeeks } from './month.ts'
import { useZone } from './school-time.ts'

type Narrow = { filter: EventFilter; search: string }

/** The school's events in pages: upcoming first, then past. */
export const toEventList = (narrow: Narrow) => toPages(eventsApi.list, { query: { ...narrow, limit: 50 } })

export function useEventList(narrow: Narrow, { enabled = true } = {}) {
  const { items, ...list } = usePages(toEventList(narrow), { enabled })
  return { ...list, events: items }
}

/** The events that overlap the weeks of a month, at most 200. */
export function monthQuery(month: string, narrow: Narrow, zone: string) {
  const weeks = listWeeks(month)
  const from = parseWallClock(`${weeks[0]?.[0]}T00:00`, zone) ?? 0
  const to = parseWallClock(`${addDays(weeks.at(-1)?.at(-1) ?? '', 1)}T00:00`, zone) ?? 0
  return query(eventsApi.list, { query: { ...narrow, from, to, limit: 200 } })
}

export function useMonthEvents(month: string, narrow: Narrow) {
  return useQuery({
    ...monthQuery(month, narrow, useZone()),
    placeholderData: (before) => before, // the grid stays visible while the next month loads
  })
}

export const useEvent = (id: string) => useQuery(query(eventsApi.show, { params: { id } }))

const listsOfEvents = [eventsApi.list, eventsApi.upcoming, groupEventsApi.list] as const

/** Updates one event in all cached queries. */
export const patchEvent = (client: QueryClient, id: string, change: (event: Event) => Event): void =>
  patchCached(client, [...listsOfEvents, eventsApi.show], id, change)

/** Updates all queries after an event was deleted. */
export const removeEvent = (client: QueryClient, id: string): void =>
  removeCached(client, id, { lists: listsOfEvents, targets: [eventsApi, groupEventsApi] })

/** Invalidates all event lists after a change. */
export const invalidateEvents = (client: QueryClient) => invalidate(client, eventsApi, groupEventsApi)

const toRsvp = (id: string, isComing: boolean) =>
  storeCall(eventsApi.rsvp, { params: { id }, body: { status: isComing ? 'attending' : 'not_attending' } })

/** Attends or leaves an event. Returns the click handler. */
export function useRsvp({ id, title, user_rsvp, attendees_count, waitlist }: Event) {
  const client = useQueryClient()
  const toggle = useOptimisticToggle<Pick<Event, 'user_rsvp' | 'attendees_count'>, boolean>({
    id: `rsvp ${id}`,
    state: { user_rsvp, attendees_count },
    wishOf: (state) => state.user_rsvp === 'attending',
    predict: (state, isComing) => ({
      user_rsvp: isComing ? 'attending' : 'not_attending',
      attendees_count: state.attendees_count + Number(isComing) - Number(state.user_rsvp === 'attending'),
    }),
    show: (state) =>
      patchEvent(client, id, (event) => ({
        ...event,
        ...state,
        reminders: state.user_rsvp === 'attending' ? event.reminders : null, // they end with the seat
      })),
    send: async (isComing) => {
      const { data } = await callStored(toRsvp(id, isComing))
      if (isComing) offerPush()
      return data
    },
    refetch: () => invalidateEvents(client),
    toStored: (isComing) => ({
      title: isComing ? 'RSVP' : 'Cancelled RSVP',
      text: title,
      link: `/events?event=${id}`,
      call: toRsvp(id, isComing),
      field: 'data.user_rsvp',
      fulfilled: isComing ? 'attending' : 'not_attending',
      refresh: [eventsApi.list],
    }),
    onError: (error) => {
      if (!isConflict(error) && !isForbidden(error)) return
      toast.failure(error, unknownFailure, { statuses: [403, 409] })
      void invalidateEvents(client)
    },
    // A seat that is given back goes to the first of the waitlist. Attendees read more of the event.
    onSettled: () =>
      void (waitlist.count > 0 ? invalidateEvents(client) : invalidate(client, eventsApi.attendees, eventsApi.show)),
  })
  return () => toggle((isComing) => !isComing)
}
