import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import type { Cells } from '../../../shared/server/cells/cells.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { SchoolChange, SchoolInput } from '../contract.ts'
import { assertSchoolDomain } from './domain-queries.ts'
import { insertSchool } from './school-writes.ts'

const taken = () => conflict('Another school already uses this email domain.')

/** Throws 409 for the email domain of a school of another cell, as that cell last said. */
export function assertFreeDomain(cells: Cells | undefined, domain: string | undefined): void {
  if (cells?.directory.listForeign().some(({ email_domain }) => email_domain === domain)) throw taken()
}

/** Creates a school and returns its id. Users with its email domain can sign in immediately, unless it is inactive. */
export const createSchool = async (trx: Trx, by: AuditActor, input: SchoolInput): Promise<string> => {
  await assertSchoolDomain(input.email_domain)
  const id = newId()
  const { name, email_domain, country, timezone, ...other } = input
  const minors = other.minors ?? other.type === 'boarding_school'
  const rest = { ...other, minors, confessions: other.confessions ?? (minors ? ('read_first' as const) : undefined) }
  assertProtected(rest)
  if (!(await insertSchool(trx, { id, name, email_domain, country, timezone, ...toColumns(rest) }))) throw taken()
  await recordAudit(trx, by, {
    action: 'school.create',
    school: id,
    target: { type: 'school', id },
    detail: { name, email_domain },
  })
  return id
}

/** Updates the fields that were sent. Users of an inactive school are signed out at their next request. */
export const updateSchool = async (trx: Trx, by: AuditActor, id: string, input: SchoolChange): Promise<void> => {
  const changes = given(input)
  if (input.email_domain) {
    const other = await trx
      .selectFrom('schools')
      .where('email_domain', '=', input.email_domain)
      .where('id', '<>', id)
      .select('id')
      .executeTakeFirst()
    if (other) throw taken()
  }
  const school = await trx
    .selectFrom('schools')
    .where('id', '=', id)
    .select(['email_domain', 'minors', 'confessions_mode as confessions'])
    .forUpdate()
    .executeTakeFirst()
  if (!school) throw notFound('School not found')
  assertProtected({ minors: input.minors ?? school.minors, confessions: input.confessions ?? school.confessions })
  // The dialog sends every field: an existing school with a public suffix can still be set to inactive.
  if (input.email_domain && input.email_domain !== school.email_domain) await assertSchoolDomain(input.email_domain)
  if (Object.keys(changes).length > 0)
    await trx.updateTable('schools').set(toColumns(input)).where('id', '=', id).execute()
  await recordAudit(trx, by, {
    action: 'school.update',
    school: id,
    target: { type: 'school', id },
    detail: { ...changes },
  })
}

/** Deletes a school without users and content. Throws 409 otherwise. */
export const deleteSchool = async (trx: Trx, by: AuditActor, id: string): Promise<void> => {
  const school = await trx.selectFrom('schools').where('id', '=', id).select('name').forUpdate().executeTakeFirst()
  if (!school) throw notFound('School not found')
  const member = await trx.selectFrom('users').where('school_id', '=', id).select('id').limit(1).executeTakeFirst()
  if (member) throw conflict('This school has members, so it can’t be deleted. Make it inactive instead.')
  await trx.deleteFrom('schools').where('id', '=', id).execute()
  await recordAudit(trx, by, {
    action: 'school.delete',
    school: id,
    target: { type: 'school', id },
    detail: { name: school.name },
  })
}

/** Throws 400 for a school of minors whose confessions appear without a moderator. */
function assertProtected({ minors, confessions }: { minors: boolean; confessions: string | undefined }): void {
  const text = 'Where minors are protected, a moderator reads confessions first, or there are none'
  if (minors && confessions === 'on') throw badRequest(text, { confessions: text })
}

const given = <T extends object>(input: T) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** The fields as the table stores them. */
const toColumns = <T extends Pick<SchoolChange, 'help_lines' | 'confessions'>>({
  help_lines,
  confessions,
  ...input
}: T) => ({
  ...given(input),
  ...(confessions && { confessions_mode: confessions }),
  ...(help_lines && { help_lines: JSON.stringify(help_lines) }),
})
