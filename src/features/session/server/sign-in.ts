import { sql } from 'kysely'
import { normalizeName } from '../../../shared/normalize-name.ts'
import type { Config } from '../../../shared/server/config.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { findSchoolByEmail } from '../../schools/server/queries.ts'
import type { Provider } from '../contract.ts'
import { type Claims, type Identity, provesMembership, toIdentity } from './policy.ts'
import { grantListedSiteAdmin } from './role-actions.ts'
import { insertUser } from './user-writes.ts'

type Person = { readonly id: string; readonly schoolId: string }

/**
 * Returns the user with the identity in a provider's token, or creates a student in the school that the email address
 * proves. Undefined for an unknown or inactive school, an unproven address, or an address held by another identity
 * (addresses are reassigned, identities are not).
 */
export async function findOrCreateUser(
  db: Db,
  config: Config,
  { provider, keptAs, claims }: { provider: Provider; keptAs: string | undefined; claims: Claims },
): Promise<Person | undefined> {
  const spoken = toIdentity(provider, claims)
  const identity = spoken && keptAs ? { issuer: keptAs, tenant: '', subject: spoken.subject } : spoken
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : ''
  if (!identity || !email) return undefined
  const school = await findSchoolByEmail(db, email)
  if (!school || !provesMembership(provider, claims, school)) return undefined

  return withTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(identity)}, 0))`.execute(trx)
    const known = await findUserByIdentity(trx, identity)
    const person = known ?? (await enrolUser(trx, school.id, identity, email, nameFrom(claims, email)))
    if (!person) return undefined
    await grantListedSiteAdmin(trx, config, person)
    return person
  })
}

const findUserByIdentity = (db: Db, { issuer, tenant, subject }: Identity): Promise<Person | undefined> =>
  db
    .selectFrom('identities')
    .innerJoin('schools', 'schools.id', 'identities.school_id')
    .where('issuer', '=', issuer)
    .where('tenant', '=', tenant)
    .where('subject', '=', subject)
    .where('schools.is_active', '=', true)
    .select(['identities.user_id as id', 'identities.school_id as schoolId'])
    .executeTakeFirst()

async function enrolUser(
  trx: Trx,
  schoolId: string,
  identity: Identity,
  email: string,
  name: string,
): Promise<Person | undefined> {
  const id = newId()
  if (!(await insertUser(trx, { schoolId, id, name, email }))) return undefined
  await trx
    .insertInto('identities')
    .values({ ...identity, school_id: schoolId, user_id: id })
    .execute()
  return { id, schoolId }
}

/** The provider's name, normalized and shortened. Falls back to the email address. */
function nameFrom({ name }: Claims, email: string): string {
  const given = typeof name === 'string' ? normalizeName(name) : ''
  const local = email.slice(0, email.indexOf('@'))
  return normalizeName([...(given || normalizeName(local) || local)].slice(0, 100).join(''))
}
