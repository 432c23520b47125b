import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, notFound } from '../../../shared/server/http/errors.ts'
import { setAdsPermission } from '../../session/server/user-writes.ts'

/** Grants or revokes a school administrator's permission to manage ads of their school. */
export const grantAds = async (trx: Trx, by: AuditActor, id: string, canManageAds: boolean): Promise<void> => {
  const person = await trx
    .selectFrom('users')
    .innerJoin('schools', 'schools.id', 'users.school_id')
    .where('users.id', '=', id)
    .where('users.deleted_at', 'is', null)
    .select(['users.school_id', 'users.role'])
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (person.role !== 'admin') throw badRequest('Only school administrators can be given this permission.')
  await setAdsPermission(trx, { schoolId: person.school_id, id }, canManageAds)
  const target = { type: 'user', id }
  await recordAudit(trx, by, {
    action: canManageAds ? 'user.grant_ads' : 'user.take_ads',
    school: person.school_id,
    target,
  })
}
