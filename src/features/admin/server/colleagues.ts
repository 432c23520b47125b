import type { AuditActor } from '../../../shared/server/audit.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { queueMails } from '../../../shared/server/mail/mail.ts'

/** Mails the administrators of a school, except the one who asks and the user concerned. */
export async function mailColleagues(
  trx: Trx,
  by: AuditActor,
  about: { readonly school_id: string; readonly id: string },
  mail: { readonly subject: string; readonly text: string },
): Promise<void> {
  const colleagues = await trx
    .selectFrom('users')
    .where('school_id', '=', about.school_id)
    .where('role', '=', 'admin')
    .where('id', 'not in', [about.id, by.id])
    .where('deleted_at', 'is', null)
    .select('email')
    .execute()
  await queueMails(
    trx,
    colleagues.map(({ email }) => ({ to: email, ...mail })),
  )
}
