import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Case } from '../case-contract.ts'
import { findSiteAdministrators } from './seal-notices.ts'

/** Reports or cases per transaction. */
const batch = 500

/**
 * Puts pending reports from before there were cases into cases. Their deadlines count from now: those of old reports would
 * all have been missed.
 */
export async function makeMissingCases(db: Db): Promise<void> {
  for (let made = batch; made >= batch; ) {
    const { numAffectedRows = 0n } = await withTransaction(db, (trx) =>
      sql`
      with waiting as (
        select school_id, id, kind, content_id, created_at from reports where status = 'pending' and case_id is null
        order by school_id, id limit ${batch} for update skip locked
      ), made as (
        insert into cases as open (school_id, kind, content_id, due_at, late_at, first_at, latest_at)
        select school_id, kind, content_id, now() + case_deadline('normal', false), now() + case_deadline('normal', true),
          min(created_at), max(created_at) from waiting group by school_id, kind, content_id
        order by school_id, kind, content_id
        on conflict (school_id, kind, content_id) where state = 'open' do update
          set first_at = least(open.first_at, excluded.first_at)
        returning school_id, kind, content_id, id
      )
      update reports set case_id = made.id from waiting join made using (school_id, kind, content_id)
      where reports.school_id = waiting.school_id and reports.id = waiting.id`.execute(trx),
    )
    made = Number(numAffectedRows)
  }
}

/** Notifies the site administrators of open cases whose deadline was missed, once per case and deadline. */
export const escalateLateCases = (app: App): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    const { rows: late } = await sql<Pick<Case, 'id' | 'priority'> & { school: string; report_id: string | null }>`
      with late as (
        select school_id, id from cases where state = 'open' and escalated_at is null and late_at <= now()
        order by late_at limit ${batch} for update skip locked
      )
      update cases set escalated_at = now() from late join schools on schools.id = late.school_id
      where cases.school_id = late.school_id and cases.id = late.id
      returning cases.id, cases.priority, schools.name as school, (select reports.id from reports
        where reports.school_id = cases.school_id and case_id = cases.id and status = 'pending'
        order by created_at desc limit 1) as report_id`.execute(trx)
    if (late.length === 0) return
    const readers = await findSiteAdministrators(trx)
    for (const { id, priority, school, report_id } of late) {
      const link = `/admin?tab=reports&report=${report_id ?? id}`
      for (const [schoolId, ids] of readers)
        await app.notifications.notify(trx, { schoolId, kind: 'case_overdue', link, params: { school, priority } }, ids)
    }
  })
