import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type EventAuthority = {
  readonly organizer_id: string
  readonly is_of_own_group: boolean
  readonly is_co_organizer: boolean
}

/** The organizers, and in a group its admins, may change and cancel an event, and remove attendees. */
export const canChange = (viewer: Viewer, event: EventAuthority): boolean =>
  canDelete(viewer, event) || event.is_co_organizer

/** Co-organizers cannot. */
export const canDelete = (viewer: Viewer, event: EventAuthority): boolean =>
  organizes(viewer, event) || event.is_of_own_group

/** The organizer cannot report the event. */
export const organizes = (viewer: Viewer, event: Pick<EventAuthority, 'organizer_id'>): boolean =>
  event.organizer_id === viewer.id

/** The organizer attends anyway. */
export const canAttend = (viewer: Viewer, event: Pick<EventAuthority, 'organizer_id'>): boolean =>
  !organizes(viewer, event)

export const isCancelled = (event: { readonly status: string }): boolean => event.status === 'cancelled'
