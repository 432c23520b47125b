import type { Viewer } from '../../../shared/server/auth/viewer.ts'

type AuthorRef = { readonly author_id: string }

/** The author of a question may update, solve and delete it. The author of an answer may not vote on it. */
export const isAuthor = (viewer: Viewer, thing: AuthorRef): boolean => thing.author_id === viewer.id
