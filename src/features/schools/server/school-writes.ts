import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Schools } from '../../../shared/server/db/schema.gen.ts'

/** Returns false when another school has the email domain. */
export async function insertSchool(trx: Db, school: Insertable<Schools>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('schools')
    .values(school)
    .onConflict((same) => same.column('email_domain').doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Returns the school with the email domain, or undefined when there is none. */
export const setMicrosoftTenant = (trx: Db, emailDomain: string, tenant: string) =>
  trx
    .updateTable('schools')
    .set({ microsoft_tenant: tenant })
    .where('email_domain', '=', emailDomain)
    .returning(['id', 'name'])
    .executeTakeFirst()

export async function changeMemberCount(trx: Db, schoolId: string, by: 1 | -1): Promise<void> {
  await trx
    .updateTable('schools')
    .set({ member_count: sql`member_count + ${by}` })
    .where('id', '=', schoolId)
    .execute()
}
