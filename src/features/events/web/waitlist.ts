import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Event } from '../contract.ts'
import { waitlistsApi } from '../waitlist-contract.gen.ts'
import { invalidateEvents, patchEvent } from './queries.ts'

const notInLine = { position: null, offer_id: null, offered_until: null }

/** The mutations of the viewer's place in the line. Each shows its reply, then loads the events again. */
export function useWaitlist({ id }: Event) {
  const client = useQueryClient()
  const params = { id }
  const show = (changes: Partial<Event>, waitlist: Partial<Event['waitlist']> = notInLine) =>
    patchEvent(client, id, (event) => ({ ...event, ...changes, waitlist: { ...event.waitlist, ...waitlist } }))
  const ends = {
    onError: (error: Error) => toast.failure(error, unknownFailure, { statuses: [404, 409, 410] }),
    onSettled: () => void invalidateEvents(client),
  }
  return {
    join: useLockedMutation({
      mutationFn: () => call(waitlistsApi.join, { params }),
      onSuccess: ({ data }) => show({}, data),
      ...ends,
    }),
    leave: useLockedMutation({
      mutationFn: () => call(waitlistsApi.leave, { params }),
      onSuccess: () => show({}),
      ...ends,
    }),
    accept: useLockedMutation({
      mutationFn: (oid: string) => call(waitlistsApi.accept, { params: { id, oid } }),
      onSuccess: ({ data }) => show(data),
      ...ends,
    }),
    decline: useLockedMutation({
      mutationFn: (oid: string) => call(waitlistsApi.decline, { params: { id, oid } }),
      onSuccess: () => show({}),
      ...ends,
    }),
  }
}

/** Keeps seats and the viewer's place in the line current while events are shown. */
export function useLiveSeats(): void {
  const client = useQueryClient()
  useLiveEvent('event.seats', ({ event_id, attendees_count }) => {
    let isInLine = false
    patchEvent(client, event_id, (event) => {
      isInLine ||= event.max_attendees !== null
      return { ...event, attendees_count }
    })
    if (isInLine) void invalidateEvents(client)
  })
  useLiveEvent('waitlist.changed', () => void invalidateEvents(client))
}
