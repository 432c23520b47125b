import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { queueMails } from '../../../shared/server/mail/mail.ts'
import { setAdsPermission, setPaused } from '../../session/server/user-writes.ts'

/** Locks and returns a school administrator. Throws 400 for other users. */
async function lockAdministrator(trx: Trx, id: string, refusal: string) {
  const person = await trx
    .selectFrom('users')
    .innerJoin('schools', 'schools.id', 'users.school_id')
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .select(['users.school_id', 'users.role', 'users.email'])
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

/**
 * Pauses or returns the powers of a school administrator, who receives the reason by email. A paused one is an ordinary
 * member from the next request on, and open streams of the admin area end.
 */
export async function pausePowers(
  trx: Trx,
  config: Pick<Config, 'productName' | 'supportEmail'>,
  by: AuditActor,
  id: string,
  { isPaused, reason }: { readonly isPaused: boolean; readonly reason: string },
): Promise<void> {
  if (id === by.id) throw forbidden('You can’t pause your own powers.')
  const person = await lockAdministrator(trx, id, 'Only the powers of a school administrator can be paused.')
  await setPaused(trx, { schoolId: person.school_id, id }, isPaused)
  await recordAudit(trx, by, {
    action: isPaused ? 'user.pause' : 'user.resume',
    school: person.school_id,
    target: { type: 'user', id },
    detail: { reason },
  })
  const { productName, supportEmail } = config
  const [subject, sentence] = isPaused
    ? [
        `Your powers as an administrator of ${productName} are paused`,
        'You can’t use the admin area for now. Your account stays as it is.',
      ]
    : [`You are an administrator of ${productName} again`, 'You can use the admin area again.']
  const text = [sentence, `Reason: ${reason}`, `If you think that this is wrong, write to ${supportEmail}.`].join(
    '\n\n',
  )
  await queueMails(trx, [{ to: person.email, subject, text }])
}
