import type { Expression, RawBuilder } from 'kysely'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { SqlParam } from '../../../shared/server/db/prepared.ts'

/** Where a post is: its id, and what else its scope needs for a link to it. */
export type PlacedPost = { readonly id: string }

/** A post that is visible to the viewer: discussions never decide who may see what. */
export type DiscussedPost<P extends PlacedPost = PlacedPost> = P & { readonly author_id: string | null }

/** Where posts of one kind are shown, and who may hear of what happens below them. */
export type DiscussionScope<P extends PlacedPost> = {
  /** The page of a post, or of a comment below it. */
  link(post: P, comment?: string): string
  /** Where the post is, for the texts of notifications. */
  place(post: P): { readonly group_name?: string }
  /**
   * Those of these users who may be notified, as ids or as a query of ids. A mention does not reach an author who hears
   * of the comment anyway.
   */
  findRecipients(
    schoolId: string,
    post: DiscussedPost<P>,
    users: readonly string[],
    why?: 'mention',
  ): readonly string[] | RawBuilder<string>
  /** SQL condition on `users.id`: is this author, who may hear of what happens below the post. */
  isListening(
    schoolId: SqlParam<string>,
    post: { readonly [K in keyof P]: SqlParam<P[K]> },
    author: SqlParam<string | null>,
  ): RawBuilder<boolean>
  /** Query of `id` and `author_id` of a post if the viewer may like it and comment on it: a part of those statements. */
  findDiscussed(db: Db, viewer: ViewerParams, id: SqlParam<string>): Expression<unknown>
  /** SQL for the ids of the only users who receive live counts, from a row of `posts`; null for all. */
  readonly only: RawBuilder<string[] | null>
}

export type ActorRef = Pick<Viewer, 'id' | 'schoolId'>

/** A comment that is liked or replied to. */
export type DiscussedComment = { readonly id: string; readonly author_id: string | null }
