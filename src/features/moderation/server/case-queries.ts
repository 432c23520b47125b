import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import {
  comparePlaces,
  readPageOfSchools,
  type SchoolScope,
  type Slice,
  sumSchools,
  talliedCount,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { executePrepared } from '../../../shared/server/db/prepared.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { type Case, casePriorities, type cases } from '../case-contract.ts'
import type { ReportCase } from '../report-contract.ts'
import { isOwnSeal } from './own-seals.ts'
import { fitting, type ReportRow, readReports } from './report-queries.ts'

export type ReportedItem = {
  /** Of its latest report, a pending one if there is. */
  readonly id: string
  readonly school_id: string
  readonly kind: string
  readonly content_id: string
  /** Null for a report that was closed before there were cases. */
  readonly case_id: string | null
  /** Of the case. */
  readonly version: number | null
  /** Null when the author is sealed. */
  readonly author_id: string | null
  readonly author_seal: Buffer | null
}

/** The item of a case or of a report in the scope. Throws 404 outside it. */
export async function reportedItemOr404(db: Db, scope: SchoolScope, id: string): Promise<ReportedItem> {
  const school = await findSchoolOfRow(db, scope, ['reports', 'reports.case_id'], id)
  if (!school) throw notFound('Report not found')
  const report = await db
    .selectFrom('reports')
    .where('reports.school_id', '=', school)
    .where(sql<boolean>`(reports.id = ${id} or reports.case_id = ${id})`)
    .orderBy(sql`reports.status = 'pending'`, 'desc')
    .orderBy('reports.created_at', 'desc')
    .select([
      'reports.id',
      'reports.school_id',
      'reports.kind',
      'reports.content_id',
      'reports.case_id',
      sql<
        number | null
      >`(select version from cases where cases.school_id = ${school} and cases.id = reports.case_id)`.as('version'),
      'reports.author_id',
      'reports.author_seal',
    ])
    .executeTakeFirst()
  if (!report) throw notFound('Report not found')
  return report
}

/** A case without its report. */
export type CaseRow = Omit<Case, 'report' | 'can'> & { readonly school_id: string; readonly latest_id: string }

/** A case with its latest report. */
export type CaseWithReport = { readonly row: CaseRow; readonly report: ReportRow }

/** The columns of `page`, a case. */
const caseColumns = sql`page.id, page.school_id, page.version, page.state, page.priority, page.outcome,
  page.settled_by_name as settled_by, ${epoch('page.due_at')} as due_at, ${epoch('page.first_at')} as first_at,
  ${epoch('page.latest_at')} as latest_at, floor(extract(epoch from page.settled_at))::int8 as settled_at,
  coalesce(page.settled_at, now()) > page.late_at as is_late,
  page.flagged as is_flagged, (array['often wrong', 'mixed', 'often right'])[page.trust + 1] as reporters, latest.id as latest_id, reasons.counts as reasons,
  reasons.total as reports_count`

/** For each case of `page`: its latest report, a pending one if there is, and its reasons. */
const withReports = (school: string) => sql`
  cross join lateral (select id from reports where reports.school_id = ${school} and reports.case_id = page.id
    order by status = 'pending' desc, created_at desc, id desc limit 1) as latest
  cross join lateral (select sum(counted.count)::int8 as total,
      json_agg(counted order by counted.count desc, counted.reason) as counts from (
    select reason, count(*)::int8 as count from reports
    where reports.school_id = ${school} and reports.case_id = page.id group by reason) as counted) as reasons`

type Filter = Pick<z.output<typeof cases.list.query>, 'state' | 'priority' | 'search' | 'page' | 'limit'>

/**
 * One page of the cases in the scope, and the number of matches. The open ones by priority, then those whose author
 * confirmed a text that names someone, then those with a reporter who was often right before, then the oldest first: many
 * reports have the effect of one. The settled ones latest first.
 */
export async function listCases(db: Db, viewer: Viewer, scope: SchoolScope, filter: Filter) {
  const { state, priority, search, page, limit } = filter
  const order = (rows: string) => {
    const column = (name: string) => sql.ref(`${rows}.${name}`)
    return state === 'open'
      ? sql`${column('rank')}, ${column('flagged')} desc, ${column('trust')} desc, ${column('first_at')}, ${column('id')}`
      : sql`${column('settled_at')} desc, ${column('id')} desc`
  }
  const matches = (school: string) => sql`cases.school_id = ${school} and state = ${sql.lit(state)}
    ${priority ? sql`and priority = ${priority}` : sql``}
    ${viewer.role === 'student' ? notOwn(viewer) : sql``}
    ${search ? sql`and id in (select case_id from (${fitting(school, { search })}) as hit)` : sql``}`
  const sorts = (priority ? [priority] : casePriorities).map((counted) => `case ${state} ${counted}`)
  const forValues = search !== undefined && search !== ''
  const total = await sumSchools(db, scope, async (school) => {
    const count = search
      ? sql<{ total: number }>`select count(*)::int8 as total from cases where ${matches(school)}`
      : sql<{ total: number }>`select ${talliedCount(school, sorts)} as total`
    return (await executePrepared(db, count, { forValues }))[0]?.total ?? 0
  })
  const place =
    state === 'open'
      ? sql`page.rank, (not page.flagged)::int, -page.trust, ${isoMicros('page.first_at')}, page.id`
      : sql`${isoMicros('page.settled_at')}, page.id`
  const read = async (school: string, slice: Slice) => {
    const list = sql<CaseRow & { place: (string | number)[] }>`
      select ${caseColumns}, json_build_array(${place}) as place from (
        select * from cases where ${matches(school)} order by ${order('cases')} limit ${slice.rows} offset ${slice.skip}
      ) as page ${withReports(school)} order by ${order('page')}`
    const rows = await executePrepared(db, list, { forValues })
    const places = new Map(rows.map((row) => [row.id, row.place]))
    const found = await addReports(db, viewer, school, rows)
    return found.map((item) => ({ ...item, place: places.get(item.row.id) ?? [] }))
  }
  const listed = await readPageOfSchools(
    db,
    scope,
    { page, limit },
    {
      read,
      compare: (one, other) => comparePlaces(one.place, other.place) * (state === 'open' ? 1 : -1),
    },
  )
  return { cases: listed, total }
}

/** Neither about the viewer nor reported by them. Sealed authors: `withoutOwn`. */
const notOwn = ({
  id,
  schoolId,
}: Viewer) => sql`and not exists (select from reports as own where own.school_id = ${schoolId}
  and own.case_id = cases.id and (own.reporter_id = ${id} or own.author_id = ${id}))`

/** Leaves out what a student with a grant wrote anonymously themselves. */
export async function withoutOwn<C extends CaseWithReport>(
  anonymity: Anonymity,
  viewer: Viewer,
  found: readonly C[],
): Promise<readonly C[]> {
  if (viewer.role !== 'student') return found
  const isOwn = await Promise.all(
    found.map(({ report: { school_id: schoolId, kind, content_id: id, author_seal: seal } }) =>
      seal ? isOwnSeal(anonymity, viewer, seal, { schoolId, kind, id }) : false,
    ),
  )
  return found.filter((_, index) => !isOwn[index])
}

/** A case in the scope, with its latest report. Throws 404 outside it. */
export async function caseOr404(db: Db, viewer: Viewer, { school_id, case_id }: ReportedItem): Promise<CaseWithReport> {
  const { rows } = await sql<CaseRow>`select ${caseColumns}
    from (select * from cases where school_id = ${school_id} and id = ${case_id}) as page ${withReports(school_id)}`.execute(
    db,
  )
  const [found] = await addReports(db, viewer, school_id, rows)
  if (!found) throw notFound('Report not found')
  return found
}

async function addReports(db: Db, viewer: Viewer, school: string, rows: readonly CaseRow[]): Promise<CaseWithReport[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ latest_id }) => latest_id)
  const source: RawBuilder<unknown> = sql`(select * from reports
    where school_id = ${school} and id = any(${ids}::uuid[])) as page`
  const reports = new Map((await readReports(db, viewer, school, source)).map((report) => [report.id, report]))
  return rows.flatMap((row) => {
    const report = reports.get(row.latest_id)
    return report ? [{ row, report }] : []
  })
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
      sql<number>`(select count(*)::int8 from moderation_actions as action where action.school_id = ${schoolId}
        and action.user_id = users.id and action_type = 'warn' and reversed_at is null
        and action.created_at > now() - interval '12 months')`.as('warnings'),
    )
    .executeTakeFirst()
  return person ?? null
}
