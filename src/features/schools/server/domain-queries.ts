import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'

/**
 * Whether anyone can register a name below this domain (`ac.uk`, `edu.au`, `github.io`): it belongs to no single
 * school. The list of suffixes takes 2 MB and is seldom needed.
 */
export async function isPublicSuffix(domain: string): Promise<boolean> {
  const { getPublicSuffix } = await import('tldts')
  return getPublicSuffix(domain, { allowPrivateDomains: true }) === domain
}

/** Throws 400 for a public suffix: a school with it would enrol the users of every other institution below it. */
export async function assertSchoolDomain(domain: string): Promise<void> {
  if (!(await isPublicSuffix(domain))) return
  const message = `${domain} is a public suffix that many institutions share. Enter the school’s own domain.`
  throw badRequest(message, { email_domain: message })
}

/** Lists schools with a public suffix as their domain, created before these were rejected. */
export async function listPublicSuffixSchools(db: Db): Promise<string[]> {
  const schools = await db.selectFrom('schools').select(['name', 'email_domain']).orderBy('name').execute()
  const isShared = await Promise.all(schools.map(({ email_domain }) => isPublicSuffix(email_domain)))
  return schools.filter((_, index) => isShared[index]).map((school) => `${school.name} (${school.email_domain})`)
}
