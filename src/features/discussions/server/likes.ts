import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'

type LikeTarget = { school: string; person: string; id: string }
export type LikeState = { readonly likes_count: number; readonly is_liked: boolean }
/** `changed` is false when the viewer liked the item already, or did not like it. */
type LikeResult = LikeState & { readonly changed: boolean }

/**
 * Statements that change the likes of an item and its count together, and return the new count with further columns of
 * the item. Both are idempotent.
 */
export function createLikes<R extends object>(
  of: 'posts' | 'comments',
  likes: 'post_likes' | 'comment_likes',
  key: 'post_id' | 'comment_id',
  columns: RawBuilder<unknown>,
) {
  const counted = (by: '+' | '-', { school, id }: SqlParams<LikeTarget>) => sql`
    update ${sql.table(of)} set like_count = like_count ${sql.raw(by)} (select count(*) from changes)
    where school_id = ${school} and id = ${id} returning like_count as likes_count, ${sql.lit(by === '+')} as is_liked,
      exists (select from changes) as changed, ${columns}`
  const like = prepared(
    (_db, { school, person, id }: SqlParams<LikeTarget>) => sql<R & LikeResult>`
    with changes as (
      insert into ${sql.table(likes)} (school_id, ${sql.ref(key)}, user_id) values (${school}, ${id}, ${person})
      on conflict do nothing returning 1)
    ${counted('+', { school, person, id })}`,
  )
  const unlike = prepared(
    (_db, { school, person, id }: SqlParams<LikeTarget>) => sql<R & LikeResult>`
    with changes as (
      delete from ${sql.table(likes)} where school_id = ${school} and ${sql.ref(key)} = ${id} and user_id = ${person}
      returning 1)
    ${counted('-', { school, person, id })}`,
  )
  /** Stores or removes the viewer's like. Throws 404 when the item was deleted since the caller read it. */
  return async (trx: Trx, viewer: Viewer, id: string, wants: 'like' | 'unlike') => {
    const statement = wants === 'like' ? like : unlike
    const [row] = await statement(trx, { school: viewer.schoolId, person: viewer.id, id })
    if (!row) throw notFound()
    return row
  }
}
