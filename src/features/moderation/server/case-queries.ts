import { sql } from 'kysely'
import { inScope, type SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { ReportCase } from '../report-contract.ts'

export type ReportedItem = {
  readonly school_id: string
  readonly kind: string
  readonly content_id: string
  /** Null when the author is sealed. */
  readonly author_id: string | null
  readonly author_seal: Buffer | null
}

/** A report in the scope. Throws 404 outside it. */
export async function reportOr404(db: Db, scope: SchoolScope, id: string): Promise<ReportedItem> {
  const report = await db
    .selectFrom('reports')
    .innerJoin('schools', 'schools.id', 'reports.school_id')
    .where(inScope(scope, 'reports.school_id'))
    .where('reports.id', '=', id)
    .select(['reports.school_id', 'reports.kind', 'reports.content_id', 'reports.author_id', 'reports.author_seal'])
    .executeTakeFirst()
  if (!report) throw notFound('Report not found')
  return report
}

/** Per item. */
const maxReports = 50

/** The reports of an item, newest first, and its author, unless the author is sealed or was deleted. */
export async function loadCase(db: Db, item: ReportedItem): Promise<Pick<ReportCase, 'reports' | 'person'>> {
  const reports = await db
    .selectFrom('reports')
    .leftJoin('users as reporter', (join) =>
      join
        .onRef('reporter.school_id', '=', 'reports.school_id')
        .onRef('reporter.id', '=', 'reports.reporter_id')
        .on('reporter.deleted_at', 'is', null),
    )
    .where('reports.school_id', '=', item.school_id)
    .where('kind', '=', item.kind)
    .where('content_id', '=', item.content_id)
    .orderBy('reports.created_at', 'desc')
    .orderBy('reports.id', 'desc')
    .limit(maxReports)
    .select(['reports.id', 'reports.status', 'reason', 'description', 'reporter.name as reporter_name'])
    .select(epoch('reports.created_at').as('created_at'))
    .$narrowType<Pick<ReportCase['reports'][number], 'status' | 'reason'>>()
    .execute()
  return { reports, person: item.author_id === null ? null : await findPerson(db, item.school_id, item.author_id) }
}

async function findPerson(db: Db, schoolId: string, id: string): Promise<ReportCase['person']> {
  const person = await db
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(epoch('created_at').as('joined_at'))
    .select(
      sql<number>`(select count(*)::int8 from moderation_actions as action where action.school_id = users.school_id
        and action.user_id = users.id and action_type = 'warn' and reversed_at is null
        and action.created_at > now() - interval '12 months')`.as('warnings'),
    )
    .executeTakeFirst()
  return person ?? null
}
