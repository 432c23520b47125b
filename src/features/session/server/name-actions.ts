import { sql } from 'kysely'
import { areConfusable } from '../../../shared/server/confusable-names.ts'
import { epochOrNull } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import type { UserRef } from '../../../shared/server/personal-data.ts'

/** Days between two name changes, and for which the profile shows the previous name. */
export const nameChangeDays = 30

/**
 * Returns the columns to update for a new name, none when it is unchanged. Throws 400 when the last change is too
 * recent, or when the name resembles that of an admin of the school.
 */
export async function nameChange(trx: Trx, { schoolId, id }: UserRef, name: string) {
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
    throw refusal('This name is too similar to an administrator’s at your school. Enter a different one.')
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
