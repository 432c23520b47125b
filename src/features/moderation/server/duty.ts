import { sql } from 'kysely'
import { auditActor, recordAudit } from '../../../shared/server/audit.ts'
import { currentRole } from '../../../shared/server/auth/powers.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import type { App } from '../../../shared/server/services.ts'
import { duty, type EmergencyNumber } from '../duty-contract.ts'
import { findSiteAdministrators } from './seal-notices.ts'

/** SQL: this row of `users` is an administrator, or a student with a grant for cases. */
const handlesCases = sql<boolean>`(${currentRole} <> 'student' or users.role = 'student' and exists (select from grants
  where grants.school_id = users.school_id and grants.user_id = users.id and grant_name = 'cases' and grants.until > now()))`

export const dutyRetention: RetentionRule = { table: 'duties', column: 'until', keptFor: '0 days' }

/** Who is on duty, and the numbers to call. */
export function dutyRoutes(app: App) {
  serve(app, duty.show, async ({ db, viewer }) => {
    const { rows } = await sql<{ until: number | null; others: string[] }>`
      select max(floor(extract(epoch from duties.until))::int8) filter (where users.id = ${viewer.id}) as until,
        coalesce(array_agg(users.name order by users.name) filter (where users.id <> ${viewer.id}), '{}') as others
      from duties join users on users.school_id = duties.school_id and users.id = duties.user_id
      where duties.school_id = ${viewer.schoolId} and duties.until > now() and ${handlesCases}`.execute(db)
    const { until = null, others = [] } = rows[0] ?? {}
    return ok({ until, others, numbers: await listNumbers(db, viewer.schoolId) })
  })

  serve(app, duty.set, async (call) => {
    const { db, viewer, body } = call
    await sql`${
      body.until === null
        ? sql`delete from duties where school_id = ${viewer.schoolId} and user_id = ${viewer.id}`
        : sql`insert into duties (school_id, user_id, until)
            values (${viewer.schoolId}, ${viewer.id}, to_timestamp(${body.until}))
            on conflict (school_id, user_id) do update set until = excluded.until`
    }`.execute(db)
    const act = { action: 'duty.set', school: viewer.schoolId, detail: { until: body.until } }
    await recordAudit(db, auditActor(call), act)
    return okEmpty()
  })

  serve(app, duty.setNumbers, async (call) => {
    const { db, viewer, body } = call
    await sql`insert into emergency_numbers (school_id, numbers)
      values (${viewer.schoolId}, ${JSON.stringify(body.numbers)}::jsonb)
      on conflict (school_id) do update set numbers = excluded.numbers`.execute(db)
    const act = { action: 'emergency.numbers', school: viewer.schoolId, detail: { count: body.numbers.length } }
    await recordAudit(db, auditActor(call), act)
    return okEmpty()
  })
}

async function listNumbers(db: Db, schoolId: string): Promise<EmergencyNumber[]> {
  const found = await db
    .selectFrom('emergency_numbers')
    .where('school_id', '=', schoolId)
    .select(sql<EmergencyNumber[]>`numbers`.as('numbers'))
    .executeTakeFirst()
  return found?.numbers ?? []
}

/**
 * Notifies the moderators on duty of a danger, or all administrators of the school if none is, or the site administrators
 * of a school without one; not the user who says that it is one. Returns what a reporter reads. The link leads to the cases, and names no item.
 */
export async function notifyOfDanger(
  { notifications }: App,
  trx: Trx,
  { schoolId, id }: Pick<Viewer, 'schoolId' | 'id'>,
): Promise<string> {
  const isAdmin = sql`${currentRole} <> 'student' and users.deleted_at is null`
  const isModerator = sql`${handlesCases} and users.deleted_at is null`
  const { rows } = await sql<{ id: string }>`
    with ready as (
      select users.id from duties join users on users.school_id = duties.school_id and users.id = duties.user_id
      where duties.school_id = ${schoolId} and duties.until > now() and ${isModerator}
    )
    select id from ready union
    select id from users where school_id = ${schoolId} and role = 'admin' and ${isAdmin} and not exists (select from ready)`.execute(
    trx,
  )
  const readers = rows.map((row) => row.id).filter((reader) => reader !== id)
  const event = { schoolId, kind: 'urgent_case', link: '/admin?tab=reports', params: {} } as const
  if (readers.length > 0) await notifications.notify(trx, event, readers)
  else
    for (const [home, ids] of await findSiteAdministrators(trx))
      await notifications.notify(trx, { ...event, schoolId: home }, ids)
  const [first] = await listNumbers(trx, schoolId)
  const number = first ? first.number : 'the emergency services'
  return `If someone is in danger, call ${number} now. Moderators on duty have been notified.`
}
