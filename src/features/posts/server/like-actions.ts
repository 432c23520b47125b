import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'

type LikeTables = {
  readonly of: 'posts' | 'comments'
  readonly likes: 'post_likes' | 'comment_likes'
  readonly key: 'post_id' | 'comment_id'
}
const tables: Record<'post' | 'comment', LikeTables> = {
  post: { of: 'posts', likes: 'post_likes', key: 'post_id' },
  comment: { of: 'comments', likes: 'comment_likes', key: 'comment_id' },
}

type LikeTarget = { school: string; person: string; id: string }

/** Each statement changes the like rows and the count together. */
const statements = (kind: 'post' | 'comment') => {
  const { of, likes, key } = tables[kind]
  const counted = (by: '+' | '-', rows: 'new' | 'gone', { school, id }: SqlParams<LikeTarget>) => sql<LikeResult>`
    update ${sql.table(of)} set like_count = like_count ${sql.raw(by)} (select count(*) from ${sql.table(rows)})
    where school_id = ${school} and id = ${id} returning like_count as likes_count, ${sql.lit(by === '+')} as is_liked,
      exists (select from ${sql.table(rows)}) as changed`
  return {
    like: prepared(
      (_db, { school, person, id }: SqlParams<LikeTarget>) => sql<LikeResult>`
      with new as (
        insert into ${sql.table(likes)} (school_id, ${sql.ref(key)}, user_id) values (${school}, ${id}, ${person})
        on conflict do nothing returning 1)
      ${counted('+', 'new', { school, person, id })}`,
    ),
    unlike: prepared(
      (_db, { school, person, id }: SqlParams<LikeTarget>) => sql<LikeResult>`
      with gone as (
        delete from ${sql.table(likes)} where school_id = ${school} and ${sql.ref(key)} = ${id} and user_id = ${person}
        returning 1)
      ${counted('-', 'gone', { school, person, id })}`,
    ),
  }
}

const likeStatements = { post: statements('post'), comment: statements('comment') }

type LikeResult = { likes_count: number; is_liked: boolean; changed: boolean }

/** Likes a post or comment. Idempotent: `changed` is false when the viewer liked it already. */
export const like = (trx: Trx, viewer: Viewer, kind: 'post' | 'comment', id: string) =>
  count(trx, viewer, likeStatements[kind].like, id)

/** Removes a like. Idempotent, like `like`. */
export const unlike = (trx: Trx, viewer: Viewer, kind: 'post' | 'comment', id: string) =>
  count(trx, viewer, likeStatements[kind].unlike, id)

const count = async (
  trx: Trx,
  viewer: Viewer,
  statement: (db: Db, target: LikeTarget) => Promise<LikeResult[]>,
  id: string,
) => {
  const [row] = await statement(trx, { school: viewer.schoolId, person: viewer.id, id })
  if (!row) throw notFound() // deleted since the caller read it
  const { changed, ...liked } = row
  return { liked, changed }
}
