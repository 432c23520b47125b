import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import type { SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { Place, PlaceInput } from '../contract.ts'

/** The meeting places of a school, in the order of its administrators. */
export async function listPlaces(db: Db, schoolId: string): Promise<Place[]> {
  const school = await db
    .selectFrom('schools')
    .where('id', '=', schoolId)
    .select(sql<Place[]>`places`.as('places'))
    .executeTakeFirst()
  return school?.places ?? []
}

/**
 * Replaces the meeting places of a school in the scope. A place keeps its number, and a new one gets a number that no other place
 * has. Throws 404 outside the scope.
 */
export async function setPlaces(
  trx: Trx,
  by: AuditActor,
  scope: SchoolScope,
  id: string,
  input: readonly PlaceInput[],
): Promise<void> {
  const school = await trx
    .selectFrom('schools')
    .where('id', '=', id)
    .select(sql<Place[]>`places`.as('places'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!school || (scope !== null && scope !== id)) throw notFound('School not found')
  const places = assignNumbers(school.places, input)
  await sql`update schools set places = ${JSON.stringify(places)}::jsonb where id = ${id}`.execute(trx)
  await recordAudit(trx, by, {
    action: 'school.places',
    school: id,
    target: { type: 'school', id },
    detail: { places: places.map(({ name }) => name) },
  })
}

/** Numbers that are unknown or given twice count as absent. */
function assignNumbers(current: readonly Place[], input: readonly PlaceInput[]): Place[] {
  const free = new Set(current.map((place) => place.id))
  let last = Math.max(0, ...free)
  return input.map(({ id, ...place }) => {
    const isKept = id !== undefined && free.delete(id)
    return { id: isKept ? id : ++last, ...place }
  })
}
