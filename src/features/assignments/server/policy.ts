import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type Authored = { readonly author_id: string }

/** Whoever asked changes, settles and deletes the question; whoever answered can't judge the answer. */
export const isAuthor = (viewer: Viewer, thing: Authored): boolean => thing.author_id === viewer.id
