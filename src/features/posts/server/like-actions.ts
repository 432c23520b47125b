import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db.ts'
import { notFound } from '../../../shared/server/errors.ts'
import { type Viewer, writing } from '../../../shared/server/viewer.ts'

type LikeTables = {
  readonly of: 'posts' | 'comments'
  readonly likes: 'post_likes' | 'comment_likes'
  readonly key: 'post_id' | 'comment_id'
}
const tables: Record<'post' | 'comment', LikeTables> = {
  post: { of: 'posts', likes: 'post_likes', key: 'post_id' },
  comment: { of: 'comments', likes: 'comment_likes', key: 'comment_id' },
}

/**
 * Likes a post or comment; liking twice counts once, and `changed` says which of the two it was. The count and its rows
 * change in one statement.
 */
export const like = (db: Db, viewer: Viewer, kind: 'post' | 'comment', id: string) => {
  const { of, likes, key } = tables[kind]
  return count(
    db,
    viewer,
    sql`
    with new as (
      insert into ${sql.table(likes)} (school_id, ${sql.ref(key)}, user_id) values (${viewer.schoolId}, ${id}, ${viewer.id})
      on conflict do nothing returning 1)
    update ${sql.table(of)} set like_count = like_count + (select count(*) from new)
    where school_id = ${viewer.schoolId} and id = ${id} returning like_count as likes_count, true as is_liked,
      exists (select from new) as changed`,
  )
}

/** Takes a like back; doing so twice counts once. */
export const unlike = (db: Db, viewer: Viewer, kind: 'post' | 'comment', id: string) => {
  const { of, likes, key } = tables[kind]
  return count(
    db,
    viewer,
    sql`
    with gone as (
      delete from ${sql.table(likes)} where school_id = ${viewer.schoolId} and ${sql.ref(key)} = ${id} and user_id = ${viewer.id}
      returning 1)
    update ${sql.table(of)} set like_count = like_count - (select count(*) from gone)
    where school_id = ${viewer.schoolId} and id = ${id} returning like_count as likes_count, false as is_liked,
      exists (select from gone) as changed`,
  )
}

const count = (db: Db, viewer: Viewer, statement: ReturnType<typeof sql>) =>
  writing(db, viewer, async (trx) => {
    const [row] = (await statement.execute(trx)).rows as { likes_count: number; is_liked: boolean; changed: boolean }[]
    if (!row) throw notFound() // deleted since the caller looked
    const { changed, ...liked } = row
    return { liked, changed }
  })
