import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type Organized = { readonly organizer_id: string; readonly is_of_own_group: boolean }

/** Whoever organizes an event changes and deletes it; in a group its administrators do as well. */
export const canChange = (viewer: Viewer, event: Organized): boolean =>
  organizes(viewer, event) || event.is_of_own_group

/** Whose event it is, and who so can't report it. */
export const organizes = (viewer: Viewer, event: Pick<Organized, 'organizer_id'>): boolean =>
  event.organizer_id === viewer.id

/** Whoever organizes it is there anyway. */
export const canAttend = (viewer: Viewer, event: Organized): boolean => !organizes(viewer, event)
