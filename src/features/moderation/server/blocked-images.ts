import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import type { App } from '../../../shared/server/services.ts'
import { schoolsWithMatches, takeMatches } from '../../media/server/blocklist.ts'
import type { ContentType } from './content-types.ts'
import { notifyOfHeldImages } from './notifications.ts'
import { fileUnsignedReport } from './report-actions.ts'

const description = 'Automatic check: this looks like an intimate picture that was removed before. It is hidden.'

/** Opens a case about each item that shows an image which looks like a blocked one. Runs every minute. */
export const reportBlockedImages = (app: App, kinds: readonly ContentType[]): Promise<void> =>
  forEachDueSchool(app.db, schoolsWithMatches, (schoolId) =>
    withTransaction(app.db, async (trx) => {
      for (const { item_kind, item_id: id } of await takeMatches(trx, schoolId))
        await reportItem(app, trx, kinds, schoolId, item_kind, id)
    }),
  )

async function reportItem(
  app: App,
  trx: Trx,
  kinds: readonly ContentType[],
  schoolId: string,
  shownBy: string,
  id: string,
) {
  for (const kind of kinds.filter((type) => type.kind === shownBy || type.listed?.pictured === shownBy)) {
    const report = { reason: 'inappropriate', urgent: 'intimate', description } as const
    if ((await fileUnsignedReport(trx, schoolId, kind, id, report)) === undefined) continue
    const item = await kind.snapshot(trx, schoolId, id)
    if (item) await notifyOfHeldImages(app, trx, { schoolId, kind, id }, item)
    app.live.publish(trx, { schoolId, admins: true, grant: 'cases' }, 'reports.pending', { school_id: schoolId })
    return
  }
}
