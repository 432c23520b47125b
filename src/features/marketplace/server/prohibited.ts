import { sql } from 'kysely'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import { fileAutomaticReport } from '../../moderation/server/report-actions.ts'
import { marketplaceContentTypes } from './content-types.ts'

/** Opens a case if the listing offers what the school does not allow. The listing stays until a moderator has looked. */
export async function reportProhibited(app: App, trx: Trx, schoolId: string, id: string): Promise<void> {
  const { rows } = await sql<{ item: string }>`
    select item from listings join schools on schools.id = listings.school_id cross join unnest(prohibited_items) as item
    where listings.school_id = ${schoolId} and listings.id = ${id}
      and position(to_words(item) in to_words(title || ' ' || description)) > 0
    order by item`.execute(trx)
  const [type] = marketplaceContentTypes
  if (rows.length === 0 || !type) return
  const items = rows.map(({ item }) => `“${item}”`).join(', ')
  if (await fileAutomaticReport(trx, schoolId, type, id, `Automatic check: the school does not allow ${items}.`))
    app.live.publish(trx, { schoolId, admins: true, grant: 'cases' }, 'reports.pending', { school_id: schoolId })
}
