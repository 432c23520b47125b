import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type PageRequest, toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Notice, NoticeState } from '../contract.ts'

/** In review from the moment in which a moderator opened its case. */
const state = sql<NoticeState>`case when notices.confirmed_at is null then 'unconfirmed'
  when notices.closed_at is not null or reports.status <> 'pending' then 'closed'
  when notices.reviewed_at is not null then 'in review'
  else 'received' end`

const withReports = (db: Db) =>
  db
    .selectFrom('notices')
    .leftJoin('reports', (join) =>
      join.onRef('reports.school_id', '=', 'notices.school_id').onRef('reports.id', '=', 'notices.report_id'),
    )

/** What the sender of a notice sees. Throws 404 for an unknown token, and for one that was not confirmed within 24 hours. */
export async function stateOr404(db: Db, token: string): Promise<{ state: NoticeState; receipt: string | null }> {
  const notice = await withReports(db)
    .where('notices.token_hash', '=', createHash('sha256').update(token).digest())
    .where(sql<boolean>`(notices.confirmed_at is not null or notices.created_at > now() - interval '24 hours')`)
    .select(['notices.receipt', state.as('state')])
    .executeTakeFirst()
  if (!notice) throw notFound('This link has expired.')
  return { state: notice.state, receipt: notice.state === 'unconfirmed' ? null : notice.receipt }
}

/** One page of the confirmed notices, the oldest open ones or the latest closed ones first. */
export async function listNotices(db: Db, isOpen: boolean, window: PageRequest) {
  const order = isOpen ? 'notices.confirmed_at' : 'notices.closed_at'
  const rows = await withReports(db)
    .leftJoin('schools', 'schools.id', 'notices.school_id')
    .where('notices.confirmed_at', 'is not', null)
    .where('notices.closed_at', isOpen ? 'is' : 'is not', null)
    .select(['notices.id', 'notices.receipt', 'notices.concerns', 'notices.ground', 'notices.link', 'notices.text'])
    .select(['notices.law', 'notices.signature', 'notices.email', 'schools.name as school', 'notices.report_id'])
    .select([epoch('notices.confirmed_at').as('confirmed_at'), epochOrNull('notices.closed_at').as('closed_at')])
    .select(state.as('state'))
    .$narrowType<Pick<Notice, 'concerns' | 'ground'>>()
    .orderBy(order, isOpen ? 'asc' : 'desc')
    .orderBy('notices.id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  return toPage(rows, window)
}
