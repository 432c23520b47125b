// Commands for schools, for the time before any admin can sign in.
import { schools } from '../features/schools/contract.ts'
import { assertSchoolDomain } from '../features/schools/server/domain-queries.ts'
import { insertSchool, setMicrosoftTenant } from '../features/schools/server/school-writes.ts'
import { recordSystemAudit } from '../shared/server/audit.ts'
import type { Db } from '../shared/server/db/pools.ts'
import { newId } from '../shared/server/db/sql.ts'
import { type Trx, withTransaction } from '../shared/server/db/transaction.ts'

/** Adds a school with the same validation as the admin area; throws a readable error. */
export async function addSchool(db: Db, words: readonly string[]): Promise<string> {
  const [email_domain = '', name = '', country = '', timezone = ''] = words
  const { data, error } = schools.create.body.safeParse({ email_domain, name, country, timezone })
  if (!data) throw new Error(error.issues.map(({ message }) => message).join('\n'))
  await assertSchoolDomain(data.email_domain)
  return withTransaction(db, async (trx) => {
    const id = newId()
    const { email_domain: domain } = data
    const school = { id, email_domain: domain, name: data.name, country: data.country, timezone: data.timezone }
    if (!(await insertSchool(trx, school)))
      throw new Error(`There is a school with the email domain ${domain} already.`)
    await note(trx, 'school.create', id, { name: data.name, email_domain: domain })
    return `${data.name} is there: anyone with an address at ${domain} can sign in.`
  })
}

/** Trusts a Microsoft tenant for the email addresses of a school. */
export async function bindTenant(db: Db, domain = '', tenant = ''): Promise<string> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tenant))
    throw new Error('Enter a tenant ID like 11111111-2222-3333-4444-555555555555.')
  return withTransaction(db, async (trx) => {
    const school = await setMicrosoftTenant(trx, domain.toLowerCase(), tenant.toLowerCase())
    if (!school) throw new Error(`No school has the domain ${domain}.`)
    await note(trx, 'bind', school.id, { tenant })
    return `${school.name} trusts the Microsoft tenant ${tenant}.`
  })
}

const note = (trx: Trx, action: string, school: string, detail: Readonly<Record<string, unknown>>) =>
  recordSystemAudit(trx, 'command line', { action, school, target: { type: 'school', id: school }, detail })
