import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { SealCategory } from '../content-contract.ts'

type DueNotice = {
  readonly id: string
  readonly school_id: string
  readonly kind: string
  readonly content_id: string
  readonly category: SealCategory
  readonly day: string
  readonly author_seal: Buffer
}

/** Notifies the authors of opened seals whose case is closed: no report of their item is pending. */
export async function notifyAuthorsOfClosedCases(
  app: App,
  trx: Trx,
  reports: readonly { readonly id: string; readonly school_id: string }[],
): Promise<void> {
  if (reports.length === 0) return
  const ofItem = sql`reports.school_id = request.school_id and reports.kind = request.kind
    and reports.content_id = request.content_id`
  await notifyAuthors(
    app,
    trx,
    sql`request.school_id = any (${[...new Set(reports.map(({ school_id }) => school_id))]}::uuid[])
      and exists (select from reports where ${ofItem} and reports.id = any (${reports.map(({ id }) => id)}::uuid[]))
      and not exists (select from reports where ${ofItem} and reports.status = 'pending')`,
  )
}

/** Notifies the authors whose notice is due although their case is still open, or who never had a case. */
export const notifyAuthorsWhenDue = (app: App): Promise<void> =>
  withTransaction(app.db, (trx) => notifyAuthors(app, trx, sql`request.notice_due <= now()`))

/** Notifies once per opening: the copy of the seal that identifies the author is erased in the same statement. */
async function notifyAuthors(app: App, trx: Trx, which: RawBuilder<unknown>) {
  const { rows } = await sql<DueNotice>`
    with due as (
      select request.school_id, request.id, request.author_seal from seal_requests as request
      where request.author_seal is not null and request.opened_at is not null and ${which}
      for update skip locked
    )
    update seal_requests as request set author_seal = null from due join schools on schools.id = due.school_id
    where request.school_id = due.school_id and request.id = due.id
    returning request.id, request.school_id, request.kind, request.content_id, request.category, due.author_seal,
      to_char(request.opened_at at time zone schools.timezone, 'YYYY-MM-DD') as day`.execute(trx)
  for (const { id, school_id: schoolId, kind, content_id, category, day, author_seal } of rows) {
    const notificationEvent = {
      schoolId,
      kind: 'moderation',
      link: `/notifications#seal-${id}`,
      params: { opened: kind, day, category },
    } as const
    await app.notifications.notifySealedAuthor(trx, notificationEvent, { schoolId, kind, id: content_id }, author_seal)
  }
}

/** Years until the reason of an opening, and the opening itself, are deleted. */
const keptYears = { reasons: 2, openings: 5 }

export async function deleteOldOpenings(db: Db): Promise<void> {
  await sql`update seal_requests set reason = null
    where reason is not null and created_at < now() - make_interval(years => ${keptYears.reasons})`.execute(db)
  await sql`delete from seal_requests where created_at < now() - make_interval(years => ${keptYears.openings})`.execute(
    db,
  )
}
