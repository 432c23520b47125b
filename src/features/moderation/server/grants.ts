// Students who help on the moderation desk.

import { sql } from 'kysely'
import { type AuditActor, auditActor, recordAudit, recordAuditedRead } from '../../../shared/server/audit.ts'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import {
  readPageOfSchools,
  type SchoolScope,
  type Slice,
  schoolScope,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { compareNames, nameOrder } from '../../../shared/server/db/name-order.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { App } from '../../../shared/server/services.ts'
import { type Granted, grants, maxGranted } from '../grant-contract.ts'
import type { ReportedItem } from './case-queries.ts'
import { isOwnSeal } from './own-seals.ts'

export const grantRetention: RetentionRule = { table: 'grants', column: 'until', keptFor: '0 days' }

export function grantRoutes(app: App) {
  serve(app, grants.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    await recordAuditedRead(db, auditActor(call), { action: 'grants.list', school: scope })
    const listed = await listGrants(db, scope)
    const places = listed.map(({ name, user_id }) => [name, user_id])
    return inOrder(ok([...listed]), { places, order: 'names' })
  })

  serve(app, grants.set, async (call) => {
    const { db, viewer, params, body } = call
    await setGrants(db, auditActor(call), schoolScope(viewer), params.id, body)
    return okEmpty()
  })

  serve(app, grants.setOf, async (call) => {
    const { db, viewer, body } = call
    await setGrants(db, auditActor(call), schoolScope(viewer), body.user_id, body)
    return okEmpty()
  })
}

/** By name. */
const listGrants = (db: Db, scope: SchoolScope): Promise<readonly Granted[]> =>
  readPageOfSchools(
    db,
    scope,
    { page: 1, limit: maxGranted },
    { read: (school, slice) => listGrantsOfSchool(db, school, slice), compare: compareNames },
  )

async function listGrantsOfSchool(db: Db, school: string, { rows: limit, skip }: Slice): Promise<Granted[]> {
  const { rows } = await sql<Granted>`
    select grants.user_id, users.name, users.email, array_agg(grant_name order by grant_name) as grants,
      floor(extract(epoch from max(until)))::int8 as until, max(granted_by_name) as granted_by_name
    from grants join users on users.school_id = grants.school_id and users.id = grants.user_id
    where grants.school_id = ${school} and until > now() and users.deleted_at is null
    group by grants.user_id, users.name, users.email
    order by ${nameOrder('users.name')}, grants.user_id limit ${limit} offset ${skip}`.execute(db)
  return rows
}

type Wanted = { readonly grants: readonly string[]; readonly until?: number | undefined }

/** Throws 404 outside the scope, 403 for administrators, who can do all this already. */
async function setGrants(trx: Trx, by: AuditActor, scope: SchoolScope, id: string, { grants: names, until }: Wanted) {
  const school = await findSchoolOfRow(trx, scope, 'users', id)
  if (!school) throw notFound('User not found')
  const person = await trx
    .selectFrom('users')
    .where('school_id', '=', school)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['school_id', 'role'])
    .forUpdate()
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  if (person.role !== 'student') throw forbidden('Administrators need no grant.')
  const { school_id } = person
  await sql`delete from grants where school_id = ${school_id} and user_id = ${id}
    and grant_name <> all (${names}::text[])`.execute(trx)
  if (!names.includes('cases'))
    await trx.deleteFrom('duties').where('school_id', '=', school_id).where('user_id', '=', id).execute()
  if (names.length > 0)
    await sql`insert into grants (school_id, user_id, grant_name, granted_by, granted_by_name, until)
      select ${school_id}, ${id}, name, ${by.id}, ${by.name}, to_timestamp(${until}) from unnest(${names}::text[]) as name
      on conflict (school_id, user_id, grant_name) do update set granted_by = excluded.granted_by,
        granted_by_name = excluded.granted_by_name, created_at = now(), until = excluded.until`.execute(trx)
  const detail = { grants: names.join(' '), until: until ?? null }
  await recordAudit(trx, by, { action: 'user.grants', school: school_id, target: { type: 'user', id }, detail })
}

/** Withdraws all grants of a user. */
export const endGrants = (trx: Trx, user: { readonly schoolId: string; readonly id: string }) =>
  trx.deleteFrom('grants').where('school_id', '=', user.schoolId).where('user_id', '=', user.id).execute()

type CaseItem = Pick<ReportedItem, 'school_id' | 'kind' | 'content_id' | 'author_id' | 'author_seal'>

/**
 * Throws 404 for a student with a grant whose own case this is: it is about them, or they reported the item. Tells them
 * nothing about a seal but whether it is their own.
 */
export async function assertNotOwnCase(
  { db, anonymity }: { readonly db: Db; readonly anonymity: App['anonymity'] },
  viewer: Viewer,
  item: CaseItem,
): Promise<void> {
  if (viewer.role !== 'student') return
  const { school_id: schoolId, kind, content_id: id, author_id, author_seal } = item
  const report = await db
    .selectFrom('reports')
    .where('school_id', '=', schoolId)
    .where('kind', '=', kind)
    .where('content_id', '=', id)
    .where('reporter_id', '=', viewer.id)
    .select('id')
    .executeTakeFirst()
  const isAuthor =
    author_id === viewer.id ||
    (author_seal !== null && (await isOwnSeal(anonymity, viewer, author_seal, { schoolId, kind, id })))
  if (report || isAuthor) throw notFound('Report not found')
}
