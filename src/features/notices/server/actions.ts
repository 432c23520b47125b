import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { conflict, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { queueMail, queueMails } from '../../../shared/server/mail/mail.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { fileUnsignedReport } from '../../moderation/server/report-actions.ts'
import { findSiteAdministrators } from '../../moderation/server/seal-notices.ts'
import type { NoticeInput } from '../contract.ts'
import { noticeEmails } from './emails.ts'
import { findLinkedItems } from './find-item.ts'

/** Unconfirmed notices are kept for a day, closed ones for a year. */
export const noticeRetention: readonly RetentionRule[] = [
  {
    ...{ table: 'notices', ofSite: true, part: 'unconfirmed', column: 'created_at', keptFor: '24 hours' },
    condition: sql<boolean>`confirmed_at is null`,
  },
  {
    ...{ table: 'notices', ofSite: true, part: 'closed', column: 'closed_at', keptFor: '1 year' },
    condition: sql<boolean>`closed_at is not null`,
  },
]

const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Letters and digits that sound and look different. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** 'N-7F3KQ92D': short enough to read out, random, so that it tells nothing about other notices. */
const makeReceipt = () => `N-${Array.from(randomBytes(10), (byte) => alphabet[byte % alphabet.length]).join('')}`

/** Stores an unconfirmed notice and mails the link that confirms it. Looks up nothing that the notice is about. */
export const createNotice = ({ db, config }: Pick<App, 'db' | 'config'>, input: NoticeInput): Promise<void> =>
  withTransaction(db, async (trx) => {
    const token = randomBytes(32).toString('base64url')
    const { good_faith: _, ...notice } = input
    await trx
      .insertInto('notices')
      .values({ id: newId(), token_hash: hashToken(token), receipt: makeReceipt(), ...notice })
      .execute()
    await queueMail(trx, noticeEmails(config).confirm(input.email, token))
  })

const reasons = { intimate: 'inappropriate', personal: 'personal_info', law: 'other' } as const
const priorities = { intimate: 'intimate', personal: 'personal', law: 'personal' } as const

/** A notice as it is stored before its confirmation. */
const unconfirmedColumns = [
  ...(['id', 'token_hash', 'receipt', 'concerns', 'ground', 'link', 'text', 'law'] as const),
  ...(['signature', 'email', 'created_at'] as const),
] as const

const findUnconfirmed = (db: Db, token: string) =>
  db
    .selectFrom('notices')
    .where('token_hash', '=', hashToken(token))
    .select([...unconfirmedColumns, 'confirmed_at'])
    .select(sql<boolean>`created_at < now() - interval '24 hours'`.as('is_old'))
    .$narrowType<Pick<NoticeInput, 'concerns' | 'ground'>>()
    .forUpdate()
    .executeTakeFirst()

/** A notice that is not confirmed yet. */
export type UnconfirmedNotice = Omit<
  NonNullable<Awaited<ReturnType<typeof findUnconfirmed>>>,
  'confirmed_at' | 'is_old'
>

/** What a confirmation leads to: the notice is confirmed, its link leads to no item here, or it is older than 24 hours. */
type Confirmation = { readonly receipt: string } | { readonly unplaced: UnconfirmedNotice } | 'too late'

/**
 * Confirms a notice: it joins the case of the item that its link leads to. Otherwise, and when this is the `isLast` place to look for the
 * item, site administrators are notified. Idempotent. Undefined for an unknown token.
 */
export const confirmNotice = (
  app: App,
  kinds: readonly ContentType[],
  token: string,
  { isLast }: { readonly isLast: boolean },
): Promise<Confirmation | undefined> =>
  withTransaction(app.db, async (trx) => {
    const notice = await findUnconfirmed(trx, token)
    if (!notice) return undefined
    const { is_old, confirmed_at, ...stored } = notice
    if (confirmed_at) return { receipt: notice.receipt }
    if (is_old) return 'too late'
    const report = await fileReport(app, trx, kinds, notice)
    if (!report && !isLast) return { unplaced: stored }
    await setConfirmed(trx, notice.id, report)
    if (!report) await notifySite(app, trx)
    return { receipt: notice.receipt }
  })

const setConfirmed = (trx: Trx, id: string, report: Partial<NoticeReport> = {}) =>
  trx
    .updateTable('notices')
    .set({ confirmed_at: sql`now()`, ...report })
    .where('id', '=', id)
    .execute()

/** Confirms a notice that another cell took, if its link leads to an item here. Idempotent. */
export const takeNotice = (app: App, kinds: readonly ContentType[], notice: UnconfirmedNotice): Promise<boolean> =>
  withTransaction(app.db, async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('notices')
      .values(notice)
      .onConflict((same) => same.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) return true
    const report = await fileReport(app, trx, kinds, notice)
    if (report) await setConfirmed(trx, notice.id, report)
    else await deleteNotice(trx, notice.id)
    return report !== undefined
  })

export const deleteNotice = (db: Db, id: string) => db.deleteFrom('notices').where('id', '=', id).execute()

type Confirmed = Pick<NoticeInput, 'concerns' | 'ground' | 'link' | 'text' | 'law'> & { readonly receipt: string }

/** The report that a notice became. */
type NoticeReport = { readonly school_id: string; readonly report_id: string }

async function fileReport(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  notice: Confirmed,
): Promise<NoticeReport | undefined> {
  const { receipt, concerns, ground, link, text, law } = notice
  const lines = [
    `Notice ${receipt} from a person without an account, about ${concerns === 'self' ? 'themselves' : 'someone else'}.`,
    text,
    law && `Rule or law: ${law}`,
  ]
  const report = {
    ...{ reason: reasons[ground], urgent: priorities[ground] },
    description: lines.filter((line) => line !== '').join('\n'),
  }
  for (const { schoolId, type, id } of await findLinkedItems(trx, kinds, link)) {
    const report_id = await fileUnsignedReport(trx, schoolId, type, id, report)
    if (report_id === undefined) continue
    app.live.publish(trx, { schoolId, admins: true, grant: 'cases' }, 'reports.pending', { school_id: schoolId })
    return { school_id: schoolId, report_id }
  }
  return undefined
}

async function notifySite({ notifications }: App, trx: Trx): Promise<void> {
  const event = { kind: 'notice', link: '/admin?tab=notices', params: {} } as const
  for (const [schoolId, ids] of await findSiteAdministrators(trx))
    await notifications.notify(trx, { schoolId, ...event }, ids)
}

/** Closes a notice that became no report, and mails its sender. Throws 404 for an unknown one, 409 for others. */
export async function closeNotice({ config }: Pick<App, 'config'>, trx: Trx, id: string): Promise<void> {
  const notice = await trx
    .selectFrom('notices')
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .select(['receipt', 'email', 'report_id', 'closed_at'])
    .forUpdate()
    .executeTakeFirst()
  if (!notice) throw notFound('Notice not found')
  if (notice.closed_at) throw conflict('This notice is already closed.')
  if (notice.report_id) throw conflict('This notice closes with its report.')
  await trx.updateTable('notices').set({ closed_at: sql`now()` }).where('id', '=', id).execute()
  await queueMail(trx, noticeEmails(config).closed(notice.email, notice.receipt))
}

/** Notices of a school per run of the job. */
const batch = 500

/** SQL of the FROM and WHERE clauses of open notices whose report was closed. */
const handled = sql`from notices join reports on reports.school_id = notices.school_id and reports.id = notices.report_id
  where notices.confirmed_at is not null and notices.closed_at is null and reports.status <> 'pending'`

/** Closes the notices whose report was closed, and mails their senders. Runs every minute. */
export const closeHandledNotices = ({ db, config }: Pick<App, 'db' | 'config'>): Promise<void> =>
  forEachDueSchool(db, sql`select notices.school_id ${handled}`, (schoolId) =>
    withTransaction(db, async (trx) => {
      const { rows } = await sql<{ email: string; receipt: string }>`
        with handled as (
          select notices.id ${handled} and notices.school_id = ${schoolId}
          order by notices.confirmed_at limit ${batch} for update of notices skip locked)
        update notices set closed_at = now() from handled where notices.id = handled.id
        returning email, receipt`.execute(trx)
      const { closed } = noticeEmails(config)
      await queueMails(
        trx,
        rows.map(({ email, receipt }) => closed(email, receipt)),
      )
    }),
  )
