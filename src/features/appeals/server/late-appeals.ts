// The job about appeals that no moderator answered in time.

import { sql } from 'kysely'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import { findSiteAdministrators } from '../../moderation/server/seal-notices.ts'
import { answeredAt, answerTime } from './answer-time.ts'

/** Appeals per transaction. */
const batch = 500

const isLate = sql`state in ('open', 'claimed') and escalated_at is null and appeals.created_at <= now() - ${answerTime}
  and ${answeredAt('appeals')} is null`

/** Notifies the site administrators of appeals that were not answered in time, once per appeal. */
export const escalateLateAppeals = (app: App): Promise<void> =>
  forEachDueSchool(app.db, sql`select school_id from appeals where ${isLate}`, (schoolId) =>
    escalateLateAppealsInSchool(app, schoolId),
  )

const escalateLateAppealsInSchool = (app: App, schoolId: string): Promise<void> =>
  withTransaction(app.db, async (trx) => {
    const { rows: late } = await sql<{ id: string; school: string }>`
      with late as (
        select id from appeals where school_id = ${schoolId} and ${isLate}
        order by created_at limit ${batch} for update skip locked
      )
      update appeals set escalated_at = now() from late join schools on schools.id = ${schoolId}
      where appeals.school_id = ${schoolId} and appeals.id = late.id
      returning appeals.id, schools.name as school`.execute(trx)
    if (late.length === 0) return
    for (const [readerSchool, ids] of await findSiteAdministrators(trx)) {
      const events = late.map(({ id, school }) => {
        const link = `/admin?tab=appeals&appeal=${id}`
        return { schoolId: readerSchool, kind: 'case_overdue', link, params: { school, priority: 'appeal' } } as const
      })
      await app.notifications.notifyOfEach(trx, events, ids)
    }
  })
