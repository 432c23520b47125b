// Changes of who may learn an anonymous author. Each is made by two people, or waits a day where there is only one.

import { sql } from 'kysely'
import type { z } from 'zod'
import type { SealMode } from '../../../shared/seal-modes.ts'
import { type AuditActor, recordAudit, recordSystemAudit } from '../../../shared/server/audit.ts'
import { listSiteAdministrators } from '../../../shared/server/auth/site-administrators.ts'
import type { Config } from '../../../shared/server/config.ts'
import { authorshipJob } from '../../../shared/server/crypto/epoch-destruction.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import { enqueue } from '../../../shared/server/jobs/jobs.ts'
import { queueMails } from '../../../shared/server/mail/mail.ts'
import type { App } from '../../../shared/server/services.ts'
import type { AnonymityInput } from '../contract.ts'

type MailConfig = Pick<Config, 'productName' | 'publicUrl'>

/** Hours until a change applies where no second site administrator can confirm it. */
const waitHours = 24

const modeTexts: Readonly<Record<SealMode, string>> = {
  list: 'moderators see the names of reported anonymous authors',
  one: 'one moderator opens the seal of something that was reported',
  two: 'two people together open the seal of something that was reported',
  custodian: 'a moderator and the custodian together open the seal of something that was reported',
  none: 'no one opens a seal',
}

/** Stores a change that waits for another site administrator, or for the time to pass where there is no other. */
export async function requestAnonymityChange(
  trx: Trx,
  config: MailConfig,
  by: AuditActor,
  schoolId: string,
  { who, custodian_id = null, unmaskable_days: asked }: z.output<typeof AnonymityInput>,
): Promise<void> {
  const school = await lockSchool(trx, schoolId)
  const unmaskable_days = asked === undefined ? school.unmaskable_days : asked
  if (await findWaiting(trx, schoolId)) throw conflict('Another change is waiting. Confirm or withdraw it first.')
  const isSame = school.anonymity_mode === who && school.custodian_id === custodian_id
  if (isSame && school.unmaskable_days === unmaskable_days) throw conflict('This is already how the school handles it.')
  if (custodian_id && !(await isMember(trx, schoolId, custodian_id))) {
    const problem = 'Enter the email address of a member of this school'
    throw badRequest(`${problem}.`, { custodian_id: problem })
  }
  const others = await listOtherSiteAdmins(trx, by.id)
  const id = newId()
  await trx
    .insertInto('anonymity_changes')
    .values({
      school_id: schoolId,
      id,
      mode: who,
      custodian_id,
      unmaskable_days,
      requested_by: by.id,
      requested_by_name: by.name,
      applies_at: others.length > 0 ? null : sql<Date>`now() + make_interval(hours => ${waitHours})`,
    })
    .execute()
  await recordAudit(trx, by, {
    action: 'anonymity.request',
    school: schoolId,
    target: { type: 'school', id: schoolId },
    detail: { change: id, from: school.anonymity_mode, to: who, custodian_id, unmaskable_days },
  })
  const to = others.length > 0 ? others : await listAdministrators(trx, schoolId)
  await mailRequest(trx, config, to, {
    school: school.name,
    by: by.name,
    mode: who,
    ...(unmaskable_days === school.unmaskable_days ? {} : { unmaskableDays: unmaskable_days }),
    isConfirmed: others.length > 0,
  })
}

/** Applies the change that waits. Throws 403 for who requested it. */
export async function confirmAnonymityChange(trx: Trx, by: AuditActor, schoolId: string): Promise<void> {
  await lockSchool(trx, schoolId)
  const change = await findWaiting(trx, schoolId)
  if (!change) throw conflict('No change is waiting.')
  if (change.requested_by === by.id) throw forbidden('Another site administrator has to confirm this change.')
  await apply(trx, change, by)
  await recordAudit(trx, by, toEntry('anonymity.change', change))
}

/** Ends the change that waits. */
export async function withdrawAnonymityChange(trx: Trx, by: AuditActor, schoolId: string): Promise<void> {
  await lockSchool(trx, schoolId)
  const change = await findWaiting(trx, schoolId)
  if (!change) throw conflict('No change is waiting.')
  await trx
    .updateTable('anonymity_changes')
    .set({ state: 'withdrawn', decided_by: by.id, decided_by_name: by.name, decided_at: sql<Date>`now()` })
    .where('school_id', '=', schoolId)
    .where('id', '=', change.id)
    .execute()
  await recordAudit(trx, by, toEntry('anonymity.withdraw', change))
}

/** Applies the changes whose time has passed. */
export const applyDueChanges = ({ db }: Pick<App, 'db'>): Promise<void> =>
  forEachDueSchool(
    db,
    sql`select school_id from anonymity_changes where state = 'waiting' and applies_at <= now()`,
    (schoolId) =>
      withTransaction(db, async (trx) => {
        await lockSchool(trx, schoolId)
        const change = await findWaiting(trx, schoolId) // again: it may have been settled before the lock
        if (!change?.is_due) return
        await apply(trx, change)
        await recordSystemAudit(trx, 'the time to object has ended', toEntry('anonymity.change', change))
      }),
  )

type WaitingChange = {
  readonly school_id: string
  readonly id: string
  readonly mode: SealMode
  readonly custodian_id: string | null
  readonly unmaskable_days: number | null
  readonly requested_by: string
  readonly is_due: boolean
}

/** Serializes the changes of a school. */
async function lockSchool(trx: Trx, id: string) {
  const school = await trx
    .selectFrom('schools')
    .where('id', '=', id)
    .select(['name', 'anonymity_mode', 'custodian_id', 'unmaskable_days'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!school) throw notFound('School not found')
  return school
}

async function findWaiting(trx: Trx, schoolId: string): Promise<WaitingChange | undefined> {
  const { rows } = await sql<WaitingChange>`select school_id, id, mode, custodian_id, unmaskable_days, requested_by,
      coalesce(applies_at <= clock_timestamp(), false) as is_due
    from anonymity_changes where school_id = ${schoolId} and state = 'waiting'`.execute(trx)
  return rows[0]
}

/** Sets the rule of the school. `by` is absent when the time has passed. */
async function apply(
  trx: Trx,
  { school_id, id, mode, custodian_id, unmaskable_days }: WaitingChange,
  by?: AuditActor,
): Promise<void> {
  await trx
    .updateTable('schools')
    .set({ anonymity_mode: mode, custodian_id, unmaskable_days })
    .where('id', '=', school_id)
    .execute()
  if (unmaskable_days !== null) await enqueue(trx, authorshipJob, {})
  await trx
    .updateTable('anonymity_changes')
    .set({
      state: 'applied',
      decided_by: by?.id ?? null,
      decided_by_name: by?.name ?? null,
      decided_at: sql<Date>`now()`,
    })
    .where('school_id', '=', school_id)
    .where('id', '=', id)
    .execute()
}

const toEntry = (action: string, { school_id, id, mode, custodian_id, unmaskable_days }: WaitingChange) => ({
  action,
  school: school_id,
  target: { type: 'school', id: school_id },
  detail: { change: id, to: mode, custodian_id, unmaskable_days },
})

async function isMember(trx: Trx, schoolId: string, id: string): Promise<boolean> {
  const member = await trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return member !== undefined
}

const listOtherSiteAdmins = (trx: Trx, except: string) =>
  listSiteAdministrators(trx, sql`users.id <> ${except} and (blocked_as is null or blocked_until <= now())`)

const listAdministrators = (trx: Trx, schoolId: string) =>
  trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('role', 'in', ['admin', 'site_admin'])
    .where('deleted_at', 'is', null)
    .select('email')
    .execute()

type Requested = {
  readonly school: string
  readonly by: string
  readonly mode: SealMode
  /** Absent when it stays as it is. */
  readonly unmaskableDays?: number | null
  readonly isConfirmed: boolean
}

const endTexts = {
  off: 'From then on, what is written anonymously keeps its author without an end. Keys that were destroyed stay destroyed.',
  on: (days: number) =>
    `From then on, no one can tell who wrote something anonymous after ${days} days, including its author. What is older ends for good.`,
}

async function mailRequest(
  trx: Trx,
  { productName, publicUrl }: MailConfig,
  to: readonly { readonly email: string }[],
  { school, by, mode, unmaskableDays, isConfirmed }: Requested,
): Promise<void> {
  const subject = `Who can open a seal at ${school} is about to change`
  const text = [
    `${by} wants to change who may learn the author of something anonymous at ${school}: ${modeTexts[mode]}.`,
    ...(unmaskableDays === undefined ? [] : [unmaskableDays === null ? endTexts.off : endTexts.on(unmaskableDays)]),
    isConfirmed
      ? 'The change applies when another site administrator confirms it.'
      : `There is no other site administrator, so the change applies in ${waitHours} hours. Until then it can be withdrawn.`,
    `${publicUrl}/admin?tab=settings`,
    `${productName} · ${publicUrl}`,
  ].join('\n\n')
  await queueMails(
    trx,
    to.map(({ email }) => ({ to: email, subject, text })),
  )
}
