import { sql } from 'kysely'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Sanction } from './actions.ts'
import type { ContentType, Snapshot } from './content-types.ts'

/** The reports that the reader made. */
const link = '/reports'

/** Notifies the reporters that their report was reviewed. Reveals neither the outcome nor the moderator. */
export async function notifyReporters(
  { notifications }: App,
  trx: Trx,
  reports: readonly { readonly id: string; readonly school_id: string }[],
) {
  for (const [schoolId, settled] of Map.groupBy(reports, ({ school_id }) => school_id)) {
    const ids = settled.map(({ id }) => id)
    const reporters = sql<string>`select reporter_id from reports where school_id = ${schoolId} and id = any (${ids}::uuid[])`
    await notifications.notify(trx, { schoolId, kind: 'report', link, params: {} }, reporters)
  }
}

/** Adds a decision to the notification list of the affected user, in addition to the notice that is shown once. */
export const notifySanctioned = (
  { notifications }: App,
  trx: Trx,
  { id, schoolId }: { id: string; schoolId: string },
  type: Sanction['type'],
  decision: string,
) =>
  notifications.notify(
    trx,
    { schoolId, kind: 'moderation', link: `/decisions/${decision}`, params: { sanction: type } },
    [id],
  )

/** Informs the author of an item, also a sealed one, that its images are hidden while a report waits. */
export async function notifyOfHeldImages(
  { notifications }: App,
  trx: Trx,
  { schoolId, kind, id }: { readonly schoolId: string; readonly kind: ContentType; readonly id: string },
  { authorId, seal }: Snapshot,
): Promise<void> {
  const event = { schoolId, kind: 'moderation', link: '/notifications', params: { held: kind.label } } as const
  if (seal) await notifications.notifySealedAuthor(trx, event, { schoolId, kind: kind.kind, id }, seal)
  else if (authorId) await notifications.notify(trx, event, [authorId])
}
