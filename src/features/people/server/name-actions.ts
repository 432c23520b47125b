import { sql } from 'kysely'
import { areConfusable } from '../../../shared/server/confusable-names.ts'
import { type Db, epochOrNull } from '../../../shared/server/db/db.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import type { UserRef } from './personal-data.ts'

/** Days between two changes of a name, and that the previous one stays on the profile. */
export const nameChangeDays = 30

/**
 * The columns that change with a new name, none when it is the present one. Throws 400 when the last change is too recent, and
 * when the name looks like that of an administrator of the school.
 */
export async function nameChange(trx: Db, { schoolId, id }: UserRef, name: string) {
  const user = await trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select(['name', epochOrNull('name_changed_at').as('name_changed_at')])
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (user.name === name) return {}
  const nextChange = (user.name_changed_at ?? 0) + nameChangeDays * 24 * 3600
  if (nextChange > Date.now() / 1000) throw refusal(`You can change your name again on ${formatDate(nextChange)}.`)
  const admins = await trx
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('role', 'in', ['admin', 'site_admin'])
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .select('name')
    .execute()
  if (admins.some((admin) => areConfusable(admin.name, name)))
    throw refusal('This name looks like that of an administrator of your school. Enter another one.')
  return { name, previous_name: user.name, name_changed_at: sql<Date>`now()` }
}

const refusal = (message: string) => badRequest(message, { name: message })

const formatDate = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
