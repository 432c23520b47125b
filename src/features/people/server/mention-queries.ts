import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { noBlockBetween } from './queries.ts'

/** Ids of the picked users that the viewer can see and the text mentions: '… @Grace Mbeki …'. */
export async function resolveMentions(
  db: Db,
  viewer: Viewer,
  text: string,
  picked: readonly string[],
): Promise<string[]> {
  if (picked.length === 0) return []
  const people = await db
    .selectFrom('users')
    .where('school_id', '=', viewer.schoolId)
    .where('id', 'in', [...picked])
    .where('deleted_at', 'is', null)
    .where(noBlockBetween(viewer, 'users.id'))
    .select(['id', 'name'])
    .execute()
  return people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
}

export type Mentioned = { readonly id: string; readonly name: string }

/** SQL for the users in a row's `mentions`, without deleted accounts. */
export const mentionsJson = (table: 'posts' | 'comments' | 'messages') => sql<
  Mentioned[]
>`case when ${sql.ref(`${table}.mentions`)} = '{}' then '[]'::json
  else coalesce((select json_agg(json_build_object('id', named.id, 'name', named.name)) from users as named
    where named.school_id = ${sql.ref(`${table}.school_id`)} and named.id = any (${sql.ref(`${table}.mentions`)})
      and named.deleted_at is null), '[]'::json) end`
