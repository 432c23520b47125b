import { domainToASCII } from 'node:url'
import { sql } from 'kysely'
import { PublicSchool } from '../../../shared/public-school.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Cells } from '../../../shared/server/cells/cells.ts'
import { schoolsElsewhere } from '../../../shared/server/cells/school-moves.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'

const isHere = sql<boolean>`id not in (${schoolsElsewhere})`

/** Lists the active schools of the site by name. */
export async function listPublicSchools(db: Db, cells: Cells | undefined): Promise<PublicSchool[]> {
  const foreign = cells?.directory.listForeign().filter((school) => school.is_active) ?? []
  const own = await listOwnSchools(db)
  if (foreign.length === 0) return own
  const all = [...own, ...foreign.map((school) => PublicSchool.parse(school))]
  return all.sort((one, other) => one.name.localeCompare(other.name))
}

const listOwnSchools = (db: Db): Promise<PublicSchool[]> =>
  db
    .selectFrom('schools')
    .where('is_active', '=', true)
    .where(isHere)
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
  const suffixes = listSuffixes(email)
  const school = findNarrowest(await listSchoolsByDomain(db, suffixes))
  return school?.is_active ? school : undefined
}

/** The other cell whose school an email address belongs to, by the same rule. */
export async function findCellByEmail(db: Db, cells: Cells, email: string): Promise<string | undefined> {
  const suffixes = listSuffixes(email)
  const listForeign = () => cells.directory.listForeign().filter(({ email_domain }) => suffixes.includes(email_domain))
  const own = await listSchoolsByDomain(db, suffixes)
  if (own.length === 0 && listForeign().length === 0) await cells.directory.refresh() // the school may be new
  const school = findNarrowest<{ email_domain: string; cell?: string }>([...own, ...listForeign()])
  return school?.cell
}

const listSchoolsByDomain = async (db: Db, domains: readonly string[]) =>
  domains.length === 0
    ? []
    : db
        .selectFrom('schools')
        .where('email_domain', 'in', domains)
        .where(isHere)
        .select(['id', 'email_domain', 'microsoft_tenant', 'is_active'])
        .execute()

/** Of schools whose domains all end an address. The first one of several with the same domain. */
const findNarrowest = <S extends { readonly email_domain: string }>(schools: readonly S[]): S | undefined =>
  schools.toSorted((school, nextSchool) => nextSchool.email_domain.length - school.email_domain.length)[0]

/** The domain of an address and those above it, the most specific first. */
function listSuffixes(email: string): string[] {
  const labels = emailDomain(email)?.split('.') ?? []
  return labels.map((_, index) => labels.slice(index).join('.'))
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
