import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { conflict } from '../../../shared/server/http/errors.ts'
import { messageLimits } from '../contract.ts'
import type { MessageRow } from './message-queries.ts'

/** Keeps the present text of a message that the caller has locked. Throws 409 when it was edited too often. */
export async function keepVersion(trx: Trx, { schoolId }: Viewer, id: string): Promise<void> {
  const { rows } = await sql`
    insert into message_versions (school_id, message_id, version, content, written_at)
    select school_id, id, kept.count + 1, content, coalesce(edited_at, created_at)
    from messages cross join lateral (select count(*)::int as count from message_versions
      where message_versions.school_id = messages.school_id and message_versions.message_id = messages.id) as kept
    where school_id = ${schoolId} and id = ${id} and kept.count < ${sql.lit(messageLimits.edits)}
    returning version`.execute(trx)
  if (rows.length === 0) throw conflict(`A message can be edited up to ${messageLimits.edits} times.`)
}

/** The texts of a message that the viewer can see, oldest first; the last one is what it says now. */
export async function listVersions(
  db: Db,
  { schoolId }: Viewer,
  { id, content, created_at, edited_at }: MessageRow,
): Promise<{ content: string; written_at: number }[]> {
  const former = await db
    .selectFrom('message_versions')
    .where('school_id', '=', schoolId)
    .where('message_id', '=', id)
    .orderBy('version')
    .select(['content', epoch('written_at').as('written_at')])
    .execute()
  return [...former, { content, written_at: edited_at ?? created_at }]
}
