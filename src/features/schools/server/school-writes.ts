import type { Insertable } from 'kysely'
import type { Schools } from '../../../shared/server/db/schema.gen.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'

/** Returns false when another school has the email domain. */
export async function insertSchool(trx: Trx, school: Insertable<Schools>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('schools')
    .values(school)
    .onConflict((same) => same.column('email_domain').doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Returns the school with the email domain, or undefined when there is none. */
export const setMicrosoftTenant = (trx: Trx, emailDomain: string, tenant: string) =>
  trx
    .updateTable('schools')
    .set({ microsoft_tenant: tenant })
    .where('email_domain', '=', emailDomain)
    .returning(['id', 'name'])
    .executeTakeFirst()
