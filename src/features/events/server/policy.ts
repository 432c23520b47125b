import type { Viewer } from '../../../shared/server/viewer.ts'

type Organized = { readonly organizer_id: string }

/** Whoever organizes an event changes and deletes it. */
export const mayChange = (viewer: Viewer, event: Organized): boolean => event.organizer_id === viewer.id

/** Whoever organizes it is there anyway. */
export const mayComeTo = (viewer: Viewer, event: Organized): boolean => event.organizer_id !== viewer.id
