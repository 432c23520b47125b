import { domainToASCII } from 'node:url'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { PublicSchool } from '../contract.ts'

/** Lists the active schools by name. */
export const listPublicSchools = (db: Db): Promise<PublicSchool[]> =>
  db
    .selectFrom('schools')
    .where('is_active', '=', true)
    .orderBy('name')
    .select(['id', 'name', 'short_name', 'city', 'state_province', 'country', 'type', 'email_domain'])
    .$narrowType<{ type: PublicSchool['type'] }>()
    .execute()

const loadSchoolStats = prepared((db, { schoolId }: SqlParams<{ schoolId: string }>) =>
  db.selectFrom('schools').where('id', '=', schoolId).select(['name as school_name', 'member_count']),
)

export async function findStats(db: Db, viewer: Viewer) {
  const [stats] = await loadSchoolStats(db, { schoolId: viewer.schoolId })
  if (!stats) throw new Error('A viewer without a school')
  return stats
}

/**
 * Finds the active school of an email address: its domain or a dot-separated sub-domain of it, after lower-casing and
 * IDNA. The most specific school decides: if it is inactive, its users do not belong to a school with a parent domain.
 */
export async function findSchoolByEmail(db: Db, email: string) {
  const domain = emailDomain(email)
  if (!domain) return undefined
  const labels = domain.split('.')
  const suffixes = labels.map((_, index) => labels.slice(index).join('.'))
  const schools = await db
    .selectFrom('schools')
    .where('email_domain', 'in', suffixes)
    .select(['id', 'email_domain', 'microsoft_tenant', 'is_active'])
    .execute()
  const [school] = schools.sort((school, nextSchool) => nextSchool.email_domain.length - school.email_domain.length)
  return school?.is_active ? school : undefined
}

/**
 * The ASCII domain of an address with a plain local part, otherwise undefined. The domain may contain only letters,
 * digits, dots and hyphens: `domainToASCII` would stop at a slash and decode %73 to s.
 */
function emailDomain(email: string): string | undefined {
  const match = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email)
  return domainToASCII(match?.[1]?.toLowerCase() ?? '') || undefined
}

/** Whether `domain` is the school's own or a sub-domain of it. */
export const belongsTo = (domain: string, school: { email_domain: string }) =>
  domain === school.email_domain || domain.endsWith(`.${school.email_domain}`)
