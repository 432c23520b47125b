import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { PersonalData, SealedData, UserRef } from '../../../shared/server/personal-data.ts'
import { deleteComment } from '../../discussions/server/comments.ts'
import { deletePost } from './actions.ts'

const postColumns = [
  'note',
  'sensitive',
  'flagged',
  'labelled',
  'id',
  'group_id',
  'content',
  'media_urls',
  'tags',
  'mentions',
  'is_pinned',
  'is_announcement',
  'created_at',
  'edited_at',
] as const
const commentColumns = [
  'note',
  'sensitive',
  'flagged',
  'labelled',
  'id',
  'post_id',
  'group_id',
  'parent_id',
  'content',
  'mentions',
  'created_at',
] as const

/** Personal data under the user's name in the tables of this feature. */
export const postPersonalData: readonly PersonalData[] = [
  {
    table: 'posts',
    export: (db, person) => ownPosts(db, person).select(postColumns).execute(),
    async remove(db, person) {
      const rows = await ownPosts(db, person).select('id').execute()
      for (const { id } of rows) await deletePost(db, person.schoolId, id)
      await unmention(db, person, 'posts')
    },
  },
  {
    table: 'comments',
    export: (db, person) => ownComments(db, person).select(commentColumns).execute(),
    async remove(db, person) {
      const rows = await ownComments(db, person).select(['id', 'post_id']).execute()
      for (const comment of rows) await deleteComment(db, person.schoolId, comment)
      await unmention(db, person, 'comments')
    },
  },
  {
    table: 'post_likes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('post_likes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['post_id', 'created_at'])
        .execute(),
    remove: (db, person) => deleteLikes(db, person, 'post'),
  },
  {
    table: 'comment_likes',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('comment_likes')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['comment_id', 'created_at'])
        .execute(),
    remove: (db, person) => deleteLikes(db, person, 'comment'),
  },
]

/** Anonymous content of this feature. */
export const postSealedData: readonly SealedData[] = [
  {
    kind: 'post',
    table: 'posts',
    keyed: ['author_tag', 'author_seal'],
    page: (db, schoolId, after, rows) => sealedPage(db, 'posts', schoolId, after, rows),
    export: (db, schoolId, ids) =>
      db
        .selectFrom('posts')
        .where('school_id', '=', schoolId)
        .where('id', 'in', [...ids])
        .select(postColumns)
        .execute(),
    remove: deletePost,
  },
  {
    kind: 'comment',
    table: 'comments',
    keyed: ['author_tag', 'author_seal'],
    page: (db, schoolId, after, rows) => sealedPage(db, 'comments', schoolId, after, rows),
    export: (db, schoolId, ids) =>
      db
        .selectFrom('comments')
        .where('school_id', '=', schoolId)
        .where('id', 'in', [...ids])
        .select(commentColumns)
        .execute(),
    async remove(db, schoolId, id) {
      const comment = await db
        .selectFrom('comments')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['id', 'post_id'])
        .executeTakeFirst()
      return comment ? deleteComment(db, schoolId, comment) : false
    },
  },
]

const ownPosts = (db: Db, { id, schoolId }: UserRef) =>
  db.selectFrom('posts').where('school_id', '=', schoolId).where('author_id', '=', id)

const ownComments = (db: Db, { id, schoolId }: UserRef) =>
  db.selectFrom('comments').where('school_id', '=', schoolId).where('author_id', '=', id)

async function sealedPage(db: Db, table: 'posts' | 'comments', schoolId: string, after: string, limit: number) {
  const { rows } = await sql<{ id: string; author_tag: Buffer }>`
    select id, author_tag from ${sql.table(table)}
    where school_id = ${schoolId} and is_anonymous and id > ${after} order by id limit ${limit}`.execute(db)
  return rows
}

/** Deletes rows and updates counts in one statement, so that they stay consistent. */
async function deleteLikes(db: Db, { id, schoolId }: UserRef, kind: 'post' | 'comment'): Promise<void> {
  const [of, likes, key] = [sql.table(`${kind}s`), sql.table(`${kind}_likes`), sql.ref(`${kind}_id`)]
  await sql`
    with gone as (delete from ${likes} where school_id = ${schoolId} and user_id = ${id} returning ${key} as id)
    update ${of} as liked set like_count = like_count - 1 from gone
    where liked.school_id = ${schoolId} and liked.id = gone.id`.execute(db)
}

/** Removes the user from the mention links in texts of other users. The texts stay as written. */
const unmention = (db: Db, { id, schoolId }: UserRef, table: 'posts' | 'comments') =>
  sql`update ${sql.table(table)} set mentions = array_remove(mentions, ${id}::uuid)
    where school_id = ${schoolId} and mentions @> array[${id}::uuid] and mentions <> '{}'`.execute(db)
