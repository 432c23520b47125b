import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { hiddenFrom, type PostCounts } from './post-subscriptions.ts'

type LikeTarget = { school: string; person: string; id: string }
type LikeState = { readonly likes_count: number; readonly is_liked: boolean }
type LikeResult = LikeState & { readonly changed: boolean }
type PostLikeResult = LikeResult & Omit<PostCounts, 'id' | 'like_count'>

/** Columns that the statements return besides the state of the like. */
const postColumns = sql`, comment_count, ${hiddenFrom} as hidden_from`

/** Statements that change the like rows and the count together, and return the new count. */
const statements = <R extends LikeResult>(
  of: 'posts' | 'comments',
  likes: 'post_likes' | 'comment_likes',
  key: 'post_id' | 'comment_id',
  columns = sql``,
) => {
  const counted = (by: '+' | '-', { school, id }: SqlParams<LikeTarget>) => sql`
    update ${sql.table(of)} set like_count = like_count ${sql.raw(by)} (select count(*) from changes)
    where school_id = ${school} and id = ${id} returning like_count as likes_count, ${sql.lit(by === '+')} as is_liked,
      exists (select from changes) as changed${columns}`
  return {
    like: prepared(
      (_db, { school, person, id }: SqlParams<LikeTarget>) => sql<R>`
      with changes as (
        insert into ${sql.table(likes)} (school_id, ${sql.ref(key)}, user_id) values (${school}, ${id}, ${person})
        on conflict do nothing returning 1)
      ${counted('+', { school, person, id })}`,
    ),
    unlike: prepared(
      (_db, { school, person, id }: SqlParams<LikeTarget>) => sql<R>`
      with changes as (
        delete from ${sql.table(likes)} where school_id = ${school} and ${sql.ref(key)} = ${id} and user_id = ${person}
        returning 1)
      ${counted('-', { school, person, id })}`,
    ),
  }
}

const ofPost = statements<PostLikeResult>('posts', 'post_likes', 'post_id', postColumns)
const ofComment = statements<LikeResult>('comments', 'comment_likes', 'comment_id')

const run = async <R extends LikeResult>(
  statement: (trx: Trx, target: LikeTarget) => Promise<R[]>,
  trx: Trx,
  viewer: Viewer,
  id: string,
): Promise<R & { readonly liked: LikeState }> => {
  const [row] = await statement(trx, { school: viewer.schoolId, person: viewer.id, id })
  if (!row) throw notFound() // deleted since the caller read it
  return { ...row, liked: { likes_count: row.likes_count, is_liked: row.is_liked } }
}

const runForPost = async (statement: typeof ofPost.like, trx: Trx, viewer: Viewer, id: string) => {
  const { liked, changed, likes_count, comment_count, hidden_from } = await run(statement, trx, viewer, id)
  return { liked, changed, counts: { id, like_count: likes_count, comment_count, hidden_from } satisfies PostCounts }
}

/** Likes a post. Idempotent: `changed` is false when the viewer liked it already. */
export const likePost = (trx: Trx, viewer: Viewer, id: string) => runForPost(ofPost.like, trx, viewer, id)
/** Takes a like of a post back. Idempotent, like `likePost`. */
export const unlikePost = (trx: Trx, viewer: Viewer, id: string) => runForPost(ofPost.unlike, trx, viewer, id)
/** The same for comments. */
export const likeComment = (trx: Trx, viewer: Viewer, id: string) => run(ofComment.like, trx, viewer, id)
export const unlikeComment = (trx: Trx, viewer: Viewer, id: string) => run(ofComment.unlike, trx, viewer, id)
