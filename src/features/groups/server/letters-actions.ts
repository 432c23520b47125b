import type { Config } from '../../../shared/server/config.ts'
import type { Db } from '../../../shared/server/db.ts'
import { sendMail } from '../../../shared/server/mail.ts'

/** Mails somebody how their wish to come into a group was answered, unless they want no mail. */
export async function tellAnswered(
  trx: Db,
  { productName, publicUrl }: Config,
  schoolId: string,
  answered: { groupId: string; person: string; lets: boolean; message: string },
): Promise<void> {
  const person = await trx
    .selectFrom('users')
    .innerJoin('groups', 'groups.school_id', 'users.school_id')
    .where('users.school_id', '=', schoolId)
    .where('users.id', '=', answered.person)
    .where('groups.id', '=', answered.groupId)
    .where('users.email_notifications', '=', true)
    .where('users.deleted_at', 'is', null)
    .select(['users.email', 'users.name', 'groups.name as group_name'])
    .executeTakeFirst()
  if (!person) return
  const outcome = answered.lets
    ? `You are now a member of ${person.group_name}: ${publicUrl}/groups/${answered.groupId}`
    : `Your request to join ${person.group_name} was declined.`
  const words = answered.message ? [`The administrator writes:\n${answered.message}`] : []
  await sendMail(trx, {
    to: person.email,
    subject: answered.lets ? `Welcome to ${person.group_name}` : `Your request to join ${person.group_name}`,
    text: [`Hello ${person.name},`, outcome, ...words, productName].join('\n\n'),
  })
}
