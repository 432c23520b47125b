import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type EventAuthority = { readonly organizer_id: string; readonly is_of_own_group: boolean }

/** The organizer, and in a group its admins, may change and delete an event. */
export const canChange = (viewer: Viewer, event: EventAuthority): boolean =>
  organizes(viewer, event) || event.is_of_own_group

/** The organizer cannot report the event. */
export const organizes = (viewer: Viewer, event: Pick<EventAuthority, 'organizer_id'>): boolean =>
  event.organizer_id === viewer.id

/** The organizer attends anyway. */
export const canAttend = (viewer: Viewer, event: EventAuthority): boolean => !organizes(viewer, event)
