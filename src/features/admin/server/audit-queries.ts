import { sql } from 'kysely'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import { type PageRequest, toOffset } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'

/** Returns one page of the audit log, latest first, and the total. */
export async function listAudit(db: Db, scope: SchoolScope, { page, limit }: PageRequest) {
  const log = db.selectFrom('audit_log').$if(scope !== null, (all) => all.where('school_id', '=', scope))
  const rows = await log
    .leftJoin('schools', 'schools.id', 'audit_log.school_id')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .offset(toOffset({ page, limit }))
    .select([
      sql<number>`audit_log.id`.as('id'),
      epoch('at').as('at'),
      isoMicros('at').as('at_exactly'),
      'schools.name as school',
      'actor_id',
      'actor_name',
      'action',
      'target_type',
      'target_id',
      sql<string>`detail::text`.as('detail'),
      'request_id',
    ])
    .execute()
  const { total } = await log.select(sql<number>`count(*)::int8`.as('total')).executeTakeFirstOrThrow()
  const places = rows.map(({ at_exactly, id }) => [at_exactly, id])
  return { lines: rows.map(({ at_exactly: _, ...line }) => line), places, total }
}
