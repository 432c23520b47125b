import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { isBlocked } from '../../../shared/server/auth/moderation-status.ts'
import { isPaused } from '../../../shared/server/auth/powers.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { queueMail } from '../../../shared/server/mail/mail.ts'
import { endGrants } from '../../moderation/server/grants.ts'
import { mailGrant } from '../../session/server/role-actions.ts'
import { setAdsPermission, setRole } from '../../session/server/user-writes.ts'
import type { userRoles } from '../contract.ts'
import { mailColleagues } from './colleagues.ts'

type SchoolRole = (typeof userRoles)[number]
type Names = Pick<Config, 'productName' | 'supportEmail' | 'publicUrl'>

/** Requests that no one confirmed end after a day. */
export const roleRequestRetention: RetentionRule = {
  table: 'role_requests',
  column: 'created_at',
  keptFor: '24 hours',
}

/**
 * Grants or revokes the role of a school administrator. A site administrator does so alone. Of the administrators of the
 * school, one asks and another one confirms with the same call within 24 hours, so that the school keeps one. Returns
 * whether it waits. Throws 403 for the own role.
 */
export async function changeSchoolRole(
  trx: Trx,
  config: Names,
  by: AuditActor,
  id: string,
  role: SchoolRole,
): Promise<boolean> {
  const isSite = by.role === 'site_admin'
  if (id === by.id) throw forbidden('You can’t change your own role.')
  const school_id = await findSchoolOfRow(trx, isSite ? null : by.schoolId, 'users', id)
  if (!school_id) throw notFound('User not found')
  // One change per school, so that three administrators cannot revoke each other's roles concurrently.
  await sql`select pg_advisory_xact_lock(hashtextextended('school roles ' || ${school_id}, 0))`.execute(trx)
  if (!isSite) await assertAdministrator(trx, school_id, by.id)
  const person = await lockUser(trx, school_id, id)
  assertCanBecome(person, role, isSite)
  if (!isSite && !(await confirms(trx, by, { school_id, id, role }))) {
    await createRequest(trx, config, by, { school_id, id, role, name: person.name })
    return true
  }
  await sql`delete from role_requests where school_id = ${school_id} and ${id} in (user_id, requested_by)`.execute(trx)
  await sql`delete from pause_requests where school_id = ${school_id} and ${id} in (user_id, requested_by)`.execute(trx)
  const user = { schoolId: school_id, id }
  await setRole(trx, { ...user, role: person.role }, role)
  if (role === 'admin')
    await endGrants(trx, user) // an administrator has none, also afterwards
  else await setAdsPermission(trx, user, false)
  await recordAudit(trx, by, {
    action: 'user.role',
    school: school_id,
    target: { type: 'user', id },
    detail: { from: person.role, to: role },
  })
  await mailUser(trx, config, person.email, role)
  if (role === 'admin')
    await mailGrant(trx, config, user, role, isSite ? by.name : `${by.name}, with another administrator of the school`)
  return false
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>

async function lockUser(trx: Trx, schoolId: string, id: string) {
  const person = await trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['name', 'email', 'role', 'is_minor', isPaused.as('is_paused'), isBlocked.as('is_blocked')])
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  return person
}

function assertCanBecome(person: LockedUser, role: SchoolRole, isSite: boolean): void {
  if (person.role === 'site_admin') throw badRequest('The role of a site administrator is changed by an operator.')
  if (person.role === role)
    throw conflict(role === 'admin' ? 'They are an administrator already.' : 'They are not an administrator.')
  if (role === 'admin' && person.is_blocked) throw conflict('This account is blocked.')
  if (role === 'admin' && person.is_minor) throw conflict('A minor can’t be an administrator.')
  // Otherwise two administrators would return powers that a site administrator paused.
  if (person.is_paused && !isSite) throw conflict('Their powers are paused. A site administrator decides about them.')
}

/** Locks nothing: call it under the lock of the school's roles. Throws 403 for one whose role was revoked meanwhile. */
async function assertAdministrator(trx: Trx, schoolId: string, id: string): Promise<void> {
  if (!(await isAdministrator(trx, schoolId, id))) throw forbidden('Administrators only')
}

async function isAdministrator(trx: Trx, schoolId: string, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`not ${isPaused} and not ${isBlocked}`)
    .select('id')
    .executeTakeFirst()
  return found !== undefined
}

type Change = { readonly school_id: string; readonly id: string; readonly role: SchoolRole }

/** Whether another administrator requested this. Throws 409 for the one who did. */
async function confirms(trx: Trx, by: AuditActor, { school_id, id, role }: Change): Promise<boolean> {
  const request = await trx
    .selectFrom('role_requests')
    .where('school_id', '=', school_id)
    .where('user_id', '=', id)
    .where('role', '=', role)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .select('requested_by')
    .executeTakeFirst()
  if (request?.requested_by === by.id) throw conflict('Another administrator of your school has to confirm this.')
  return request !== undefined && (await isAdministrator(trx, school_id, request.requested_by))
}

async function createRequest(
  trx: Trx,
  config: Names,
  by: AuditActor,
  { school_id, id, role, name }: Change & { readonly name: string },
): Promise<void> {
  const asked = { role, requested_by: by.id, requested_by_name: by.name }
  await trx
    .insertInto('role_requests')
    .values({ school_id, user_id: id, ...asked })
    .onConflict((old) => old.columns(['school_id', 'user_id']).doUpdateSet({ ...asked, created_at: sql`now()` }))
    .execute()
  const target = { type: 'user', id }
  await recordAudit(trx, by, { action: 'user.ask_role', school: school_id, target, detail: { to: role } })
  await mailRoleRequest(trx, config, by, { school_id, id, role, name })
}

/** Asks the other administrators of the school to confirm. */
async function mailRoleRequest(
  trx: Trx,
  { productName, publicUrl }: Names,
  by: AuditActor,
  { school_id, id, role, name }: Change & { readonly name: string },
): Promise<void> {
  const text = [
    role === 'admin'
      ? `${by.name} asks to make ${name} an administrator of your school.`
      : `${by.name} asks to end the role of ${name} as an administrator of your school.`,
    'It takes effect when a second administrator confirms it within 24 hours:',
    `${publicUrl}/admin?tab=users&search=${encodeURIComponent(name)}`,
  ].join('\n\n')
  const subject = `A change of a role on ${productName} waits for a second administrator`
  await mailColleagues(trx, by, { school_id, id }, { subject, text })
}

async function mailUser(trx: Trx, { productName, supportEmail, publicUrl }: Names, email: string, role: SchoolRole) {
  const [subject, sentence] =
    role === 'admin'
      ? [`You are an administrator of your school on ${productName}`, `You can use the admin area: ${publicUrl}/admin`]
      : [
          `You are not an administrator on ${productName} any more`,
          'You can’t use the admin area any more. Your account stays as it is.',
        ]
  const text = [sentence, `If you think that this is wrong, write to ${supportEmail}.`].join('\n\n')
  await queueMail(trx, { to: email, subject, text })
}
