import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate, queryKeyFor } from '../../../shared/web/api.ts'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { invalidateEvents, patchEvent } from './queries.ts'

/** A choice as a text, so that two choices can be compared; null is the default. */
const toWish = (reminders: readonly number[] | null) =>
  reminders && [...reminders].sort((one, other) => one - other).join()
const fromWish = (wish: string | null) => (wish === null ? null : wish === '' ? [] : wish.split(',').map(Number))

/** Returns a function that replaces the viewer's reminders of an event. Of quick changes the last one is kept. */
export function useReminders({ id, reminders }: Event) {
  const client = useQueryClient()
  const toggle = useOptimisticToggle<Pick<Event, 'reminders'>, string | null>({
    id: `reminders ${id}`,
    state: { reminders },
    wishOf: (state) => toWish(state.reminders),
    predict: (_, wish) => ({ reminders: fromWish(wish) }),
    show: (state) => patchEvent(client, id, (event) => ({ ...event, ...state })),
    send: async (wish) => {
      const body = { minutes: fromWish(wish) ?? [] }
      return (await call(eventsApi.setReminders, { params: { id }, body })).data
    },
    refetch: () => invalidateEvents(client),
    onError: (error) => toast.failure(error, unknownFailure, { statuses: [400, 403] }),
    onSettled: () => void invalidate(client, eventsApi.show),
  })
  return (minutes: readonly number[]) => {
    // What was read before this choice would show the former one: the RSVP reads the event again. It is read after it.
    void client.cancelQueries({ queryKey: queryKeyFor(eventsApi.show, { params: { id } }) })
    toggle(() => toWish(minutes))
  }
}
