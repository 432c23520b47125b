import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { schoolsElsewhere } from '../../../shared/server/cells/school-moves.ts'
import { exactSeconds } from '../../../shared/server/db/cursor.ts'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import type { Notice, NoticeState } from '../contract.ts'

type StoredNotice = { readonly confirmed_at: unknown; readonly closed_at: unknown; readonly reviewed_at: unknown }

/** In review from the moment in which a moderator opened its case. */
function toState({ confirmed_at, closed_at, reviewed_at }: StoredNotice, reportStatus = 'pending'): NoticeState {
  if (confirmed_at === null) return 'unconfirmed'
  if (closed_at !== null || reportStatus !== 'pending') return 'closed'
  return reviewed_at === null ? 'received' : 'in review'
}

type Reported = { readonly school_id: string | null; readonly report_id: string | null }

/** The status by the id of a report, read school by school. */
async function findReportStatuses(db: Db, notices: readonly Reported[]): Promise<ReadonlyMap<string, string>> {
  const statuses = new Map<string, string>()
  for (const [school, some] of Map.groupBy(notices, ({ school_id }) => school_id)) {
    const ids = some.flatMap(({ report_id }) => report_id ?? [])
    if (school === null || ids.length === 0) continue
    const reports = await db
      .selectFrom('reports')
      .where('school_id', '=', school)
      .where('id', 'in', ids)
      .select(['id', 'status'])
      .execute()
    for (const { id, status } of reports) statuses.set(id, status)
  }
  return statuses
}

export type SeenNotice = { readonly state: NoticeState; readonly receipt: string | null }

/** What the sender of a notice sees. Undefined for an unknown token, and for one that was not confirmed within 24 hours. */
export async function findState(db: Db, token: string): Promise<SeenNotice | undefined> {
  const notice = await db
    .selectFrom('notices')
    .where('token_hash', '=', createHash('sha256').update(token).digest())
    .where(sql<boolean>`(confirmed_at is not null or created_at > now() - interval '24 hours')`)
    .select(['receipt', 'school_id', 'report_id', 'confirmed_at', 'closed_at', 'reviewed_at'])
    .executeTakeFirst()
  if (!notice) return undefined
  const statuses = await findReportStatuses(db, [notice])
  const state = toState(notice, statuses.get(notice.report_id ?? ''))
  return { state, receipt: state === 'unconfirmed' ? null : notice.receipt }
}

/** One page of the confirmed notices, the oldest open ones or the latest closed ones first. */
export async function listNotices(db: Db, isOpen: boolean, window: PageRequest) {
  const order = isOpen ? 'notices.confirmed_at' : 'notices.closed_at'
  const found = await db
    .selectFrom('notices')
    .leftJoin('schools', 'schools.id', 'notices.school_id')
    .where('notices.confirmed_at', 'is not', null)
    .where(sql<boolean>`(notices.school_id is null or notices.school_id not in (${schoolsElsewhere}))`)
    .where('notices.closed_at', isOpen ? 'is' : 'is not', null)
    .select(['notices.id', 'notices.receipt', 'notices.concerns', 'notices.ground', 'notices.link', 'notices.text'])
    .select(['notices.law', 'notices.signature', 'notices.email', 'schools.name as school', 'notices.report_id'])
    .select([epoch('notices.confirmed_at').as('confirmed_at'), epochOrNull('notices.closed_at').as('closed_at')])
    .select(['notices.school_id', 'notices.reviewed_at', exactSeconds(order).as('exactly')])
    .$narrowType<Pick<Notice, 'concerns' | 'ground'>>()
    .orderBy(order, isOpen ? 'asc' : 'desc')
    .orderBy('notices.id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  const statuses = await findReportStatuses(db, found)
  const rows = found.map((notice) => {
    const { school_id: _, exactly: __, reviewed_at, ...row } = notice
    return { ...row, state: toState(notice, statuses.get(row.report_id ?? '')) }
  })
  const places = found.slice(0, window.limit).map(({ exactly, id }) => [isOpen ? exactly : -exactly, id])
  return { ...toPage(rows, window), places }
}
