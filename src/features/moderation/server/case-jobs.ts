import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Case } from '../case-contract.ts'
import { findSiteAdministrators } from './seal-notices.ts'

/** Reports or cases per transaction. */
const batch = 500

/**
 * Puts pending reports from before there were cases into cases. Their deadlines count from now: those of old reports would
 * all have been missed.
 */
export const makeMissingCases = (db: Db): Promise<void> =>
  forEachDueSchool(db, sql`select school_id from reports where status = 'pending' and case_id is null`, (schoolId) =>
    makeMissingCasesInSchool(db, schoolId),
  )

async function makeMissingCasesInSchool(db: Db, schoolId: string): Promise<void> {
  for (let made = batch; made >= batch; ) {
    const { numAffectedRows = 0n } = await withTransaction(db, (trx) =>
      sql`
      with waiting as (
        select id, kind, content_id, created_at from reports
        where school_id = ${schoolId} and status = 'pending' and case_id is null
        order by id limit ${batch} for update skip locked
      ), made as (
        insert into cases as open (school_id, kind, content_id, due_at, late_at, first_at, latest_at)
        select ${schoolId}::uuid, kind, content_id, now() + case_deadline('normal', false), now() + case_deadline('normal', true),
          min(created_at), max(created_at) from waiting group by kind, content_id
        order by kind, content_id
        on conflict (school_id, kind, content_id) where state = 'open' do update
          set first_at = least(open.first_at, excluded.first_at)
        returning kind, content_id, id
      )
      update reports set case_id = made.id from waiting join made using (kind, content_id)
      where reports.school_id = ${schoolId} and reports.id = waiting.id`.execute(trx),
    )
    made = Number(numAffectedRows)
  }
}

/** Notifies the site administrators of open cases whose deadline was missed, once per case. */
export const escalateLateCases = (app: App): Promise<void> =>
  forEachDueSchool(app.db, sql`select school_id from cases where ${isLate}`, (schoolId) =>
    escalateLateCasesInSchool(app, schoolId),
  )

const isLate = sql`state = 'open' and escalated_at is null and late_at <= now()`

const escalateLateCasesInSchool = (app: App, schoolId: string): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    const { rows: late } = await sql<Pick<Case, 'id' | 'priority'> & { school: string; report_id: string | null }>`
      with late as (
        select id from cases where school_id = ${schoolId} and ${isLate}
        order by late_at limit ${batch} for update skip locked
      )
      update cases set escalated_at = now() from late join schools on schools.id = ${schoolId}
      where cases.school_id = ${schoolId} and cases.id = late.id
      returning cases.id, cases.priority, schools.name as school, (select reports.id from reports
        where reports.school_id = ${schoolId} and case_id = cases.id and status = 'pending'
        order by created_at desc limit 1) as report_id`.execute(trx)
    if (late.length === 0) return
    for (const [readerSchool, ids] of await findSiteAdministrators(trx)) {
      const events = late.map(({ id, priority, school, report_id }) => {
        const link = `/admin?tab=reports&report=${report_id ?? id}`
        return { schoolId: readerSchool, kind: 'case_overdue', link, params: { school, priority } } as const
      })
      await app.notifications.notifyOfEach(trx, events, ids)
    }
  })
