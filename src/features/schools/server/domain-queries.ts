import { getPublicSuffix } from 'tldts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'

/**
 * Whether anyone can register a name below this domain (`ac.uk`, `edu.au`, `github.io`): it belongs to no single
 * school.
 */
export const isPublicSuffix = (domain: string): boolean =>
  getPublicSuffix(domain, { allowPrivateDomains: true }) === domain

/** Throws 400 for a public suffix: a school with it would enrol the users of every other institution below it. */
export function assertSchoolDomain(domain: string): void {
  if (!isPublicSuffix(domain)) return
  const message = `${domain} is a public suffix that many institutions share. Enter the school’s own domain.`
  throw badRequest(message, { email_domain: message })
}

/** Lists schools with a public suffix as their domain, created before these were rejected. */
export async function listPublicSuffixSchools(db: Db): Promise<string[]> {
  const schools = await db.selectFrom('schools').select(['name', 'email_domain']).orderBy('name').execute()
  return schools
    .filter(({ email_domain }) => isPublicSuffix(email_domain))
    .map((school) => `${school.name} (${school.email_domain})`)
}
