import { sql } from 'kysely'
import { recordSystemAudit } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import { listSiteAdministrators } from '../../../shared/server/auth/site-administrators.ts'
import type { Role } from '../../../shared/server/auth/viewer.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { queueMails } from '../../../shared/server/mail/mail.ts'
import { grantSiteAdmin, setRole } from './user-writes.ts'

type UserRef = { readonly id: string; readonly schoolId: string }
type MailConfig = Pick<Config, 'productName' | 'publicUrl'>

/**
 * Grants or revokes a role from the command line. A revoked 'site_admin' is not granted by SITE_ADMINS again, only by
 * another command. Throws for an unknown email address and for the last site administrator.
 */
export const changeRole = (db: Db, config: MailConfig, email: string, role: Role): Promise<void> =>
  withTransaction(db, async (trx) => {
    const school = await findSchoolOfRow(trx, null, 'users.email', email.toLowerCase())
    const user = await trx
      .selectFrom('users')
      .where('school_id', '=', school ?? null)
      .where('email', '=', email.toLowerCase())
      .select(['school_id as schoolId', 'id', 'role'])
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw new Error(`No user has the email address ${email}. They must sign in once first.`)
    if (user.role === 'site_admin' && role !== 'site_admin') await assertAnotherSiteAdmin(trx, user.id)
    await setRole(trx, user, role)
    const action = role === 'student' ? 'take' : 'grant'
    await recordRoleChange(trx, 'command line', action, user, { from: user.role, to: role })
    if (role !== 'student' && role !== user.role)
      await mailGrant(trx, config, user, role, 'an operator, at the command line')
  })

/**
 * Makes a user whose stored email address is listed in SITE_ADMINS a site administrator. Uses the address at
 * enrollment: a help desk can edit the claim of a later token, or the address may belong to another user by then.
 */
export async function grantListedSiteAdmin(trx: Trx, config: MailConfig & Pick<Config, 'siteAdmins'>, user: UserRef) {
  if (config.siteAdmins.length === 0) return
  if (!(await grantSiteAdmin(trx, user, config.siteAdmins))) return
  await recordRoleChange(trx, 'SITE_ADMINS', 'grant', user, { role: 'site_admin' })
  await mailGrant(trx, config, user, 'site_admin', 'the setting SITE_ADMINS, at their sign-in')
}

const recordRoleChange = (
  trx: Trx,
  actor: string,
  action: string,
  user: UserRef,
  detail: Readonly<Record<string, unknown>>,
) => recordSystemAudit(trx, actor, { action, school: user.schoolId, target: { type: 'user', id: user.id }, detail })

const roleTitles = { admin: 'administrator of their school', site_admin: 'site administrator' } as const

/** Queues one email per site administrator, the new one included. */
export async function mailGrant(
  trx: Trx,
  config: MailConfig,
  user: UserRef,
  role: 'admin' | 'site_admin',
  grantedBy: string,
): Promise<void> {
  const recipients = await listSiteAdministrators(trx)
  const granted = await trx
    .selectFrom('users')
    .innerJoin('schools', 'schools.id', 'users.school_id')
    .where('users.school_id', '=', user.schoolId)
    .where('users.id', '=', user.id)
    .select(['users.name', 'users.email', 'schools.name as school'])
    .executeTakeFirstOrThrow()
  const { productName, publicUrl } = config
  const subject = `A new ${role === 'site_admin' ? 'site administrator' : 'school administrator'} on ${productName}`
  const text = [
    `${granted.name} (${granted.email}, ${granted.school}) is now ${roleTitles[role]} on ${productName}.`,
    `Granted by: ${grantedBy}.`,
    `If you didn’t expect this, revoke the role right away: npm run quad -- revoke ${granted.email}`,
    `${productName} · ${publicUrl}`,
  ].join('\n\n')
  await queueMails(
    trx,
    recipients.map(({ email }) => ({ to: email, subject, text })),
  )
}

async function assertAnotherSiteAdmin(trx: Trx, id: string) {
  for (const other of await listSiteAdministrators(trx, sql`users.id <> ${id}`)) {
    const locked = await trx
      .selectFrom('users')
      .where('school_id', '=', other.school_id)
      .where('id', '=', other.id)
      .where('role', '=', 'site_admin')
      .where('deleted_at', 'is', null)
      .select('id')
      .forUpdate()
      .executeTakeFirst()
    if (locked) return
  }
  throw new Error('This is the last site administrator; grant another one first.')
}
