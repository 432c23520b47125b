import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { queueMails } from '../../../shared/server/mail/mail.ts'
import { setAdsPermission, setIsMinor, setPaused } from '../../session/server/user-writes.ts'
import { mailColleagues } from './colleagues.ts'

/** Locks and returns a school administrator, of this school if given. Throws 400 for other users. */
async function lockAdministrator(trx: Trx, id: string, refusal: string, schoolId?: string) {
  const school = await findSchoolOfRow(trx, schoolId ?? null, 'users', id)
  if (!school) throw notFound('User not found')
  const person = await trx
    .selectFrom('users')
    .where('users.school_id', '=', school)
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .select(['users.school_id', 'users.role', 'users.name', 'users.email', 'users.paused_until'])
    .forUpdate('users')
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (person.role !== 'admin') throw badRequest(refusal)
  return person
}

/** Grants or revokes a school administrator's permission to manage ads of their school. */
export const grantAds = async (trx: Trx, by: AuditActor, id: string, canManageAds: boolean): Promise<void> => {
  const person = await lockAdministrator(trx, id, 'Only school administrators can be given this permission.')
  await setAdsPermission(trx, { schoolId: person.school_id, id }, canManageAds)
  await recordAudit(trx, by, {
    action: canManageAds ? 'user.grant_ads' : 'user.take_ads',
    school: person.school_id,
    target: { type: 'user', id },
  })
}

/** Sets whether a student has the defaults for minors. Throws 400 for staff. */
export const setMinor = async (trx: Trx, by: AuditActor, id: string, isMinor: boolean): Promise<void> => {
  const school = await findSchoolOfRow(trx, null, 'users', id)
  if (!school) throw notFound('User not found')
  const person = await trx
    .selectFrom('users')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['school_id', 'role'])
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (person.role !== 'student') throw badRequest('Only students can be minors.')
  await setIsMinor(trx, { schoolId: person.school_id, id }, isMinor)
  const target = { type: 'user', id }
  await recordAudit(trx, by, { action: 'user.minor', school: person.school_id, target, detail: { is_minor: isMinor } })
}

/** Requests that no one confirmed end after a day. */
export const pauseRequestRetention: RetentionRule = {
  table: 'pause_requests',
  column: 'created_at',
  keptFor: '24 hours',
}

/**
 * Pauses the powers of an administrator. A site administrator does so alone, until they are returned. Of the administrators
 * of the school, one asks and another one confirms within 24 hours; then they are paused for 72 hours, unless a site
 * administrator confirms it. Returns whether a second administrator has to confirm. Throws 403 for the own powers.
 */
export async function pause(trx: Trx, config: Names, by: AuditActor, id: string, reason: string): Promise<boolean> {
  if (by.role === 'site_admin') {
    await pausePowers(trx, config, by, id, { until: 'infinity', reason })
    return false
  }
  if (id === by.id) throw forbidden(ownPowers)
  const person = await lockAdministrator(trx, id, notAnAdministrator, by.schoolId)
  const { school_id, paused_until } = person
  if (paused_until && paused_until > new Date()) throw conflict('These powers are paused already.')
  const request = await trx
    .selectFrom('pause_requests')
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select(['requested_by', 'reason'])
    .executeTakeFirst()
  if (request?.requested_by === by.id) throw conflict('Another administrator of your school has to confirm this.')
  if (request) {
    await pausePowers(trx, config, by, id, { until: '72 hours', reason: request.reason })
    return false
  }
  const asked = { requested_by: by.id, requested_by_name: by.name, reason }
  await trx
    .insertInto('pause_requests')
    .values({ school_id, user_id: id, ...asked })
    .onConflict((old) => old.columns(['school_id', 'user_id']).doUpdateSet({ ...asked, created_at: sql`now()` }))
    .execute()
  await recordAudit(trx, by, {
    action: 'user.ask_pause',
    school: school_id,
    target: { type: 'user', id },
    detail: { reason },
  })
  await mailPauseRequest(trx, config, by, { school_id, id, name: person.name, reason })
  return true
}

const ownPowers = 'You can’t pause your own powers.'
const notAnAdministrator = 'Only the powers of a school administrator can be paused.'
type Names = Pick<Config, 'productName' | 'supportEmail' | 'publicUrl'>

/** Asks the other administrators of the school to confirm. */
async function mailPauseRequest(
  trx: Trx,
  { productName, publicUrl }: Names,
  by: AuditActor,
  { school_id, id, name, reason }: { school_id: string; id: string; name: string; reason: string },
) {
  const text = [
    `${by.name} asks to pause the powers of ${name} as an administrator.`,
    `Reason: ${reason}`,
    'They are paused for 72 hours when a second administrator confirms it within 24 hours:',
    `${publicUrl}/admin?tab=users&search=${encodeURIComponent(name)}`,
  ].join('\n\n')
  const subject = `A pause of powers on ${productName} waits for a second administrator`
  await mailColleagues(trx, by, { school_id, id }, { subject, text })
}

/** Returns the powers of an administrator, and ends what is asked about them. */
export const resume = (trx: Trx, config: Names, by: AuditActor, id: string, reason: string): Promise<void> =>
  pausePowers(trx, config, by, id, { until: null, reason })

/**
 * Pauses or returns the powers of a school administrator, who receives the reason by email. A paused one is an ordinary
 * member from the next request on, and open streams of the admin area end.
 */
async function pausePowers(
  trx: Trx,
  config: Names,
  by: AuditActor,
  id: string,
  { until, reason }: { readonly until: 'infinity' | '72 hours' | null; readonly reason: string },
): Promise<void> {
  const isPaused = until !== null
  if (id === by.id) throw forbidden(ownPowers)
  const person = await lockAdministrator(trx, id, notAnAdministrator)
  await setPaused(trx, { schoolId: person.school_id, id }, until)
  await trx.deleteFrom('pause_requests').where('school_id', '=', person.school_id).where('user_id', '=', id).execute()
  await recordAudit(trx, by, {
    action: isPaused ? 'user.pause' : 'user.resume',
    school: person.school_id,
    target: { type: 'user', id },
    detail: { reason, ...(until === '72 hours' ? { until } : {}) },
  })
  const { productName, supportEmail } = config
  const [subject, sentence] = isPaused
    ? [
        `Your powers as an administrator of ${productName} are paused`,
        until === '72 hours'
          ? 'Two administrators of your school decided it. You can’t use the admin area for 72 hours. Your account stays as it is.'
          : 'You can’t use the admin area for now. Your account stays as it is.',
      ]
    : [`You are an administrator of ${productName} again`, 'You can use the admin area again.']
  const text = [sentence, `Reason: ${reason}`, `If you think that this is wrong, write to ${supportEmail}.`].join(
    '\n\n',
  )
  await queueMails(trx, [{ to: person.email, subject, text }])
}
