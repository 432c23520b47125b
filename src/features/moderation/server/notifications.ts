import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/db.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Sanction } from './actions.ts'

/** Where what moderators did is told of: there is no other page of it. */
const link = '/notifications'

/** Tells those who reported that somebody has looked; not what came of it, nor who looked. */
export async function notifyReporters(
  { notifications }: App,
  trx: Db,
  reports: readonly { readonly id: string; readonly school_id: string }[],
) {
  for (const [schoolId, settled] of Map.groupBy(reports, ({ school_id }) => school_id)) {
    const ids = settled.map(({ id }) => id)
    const sentence = 'A moderator has looked at your report. Thank you for helping.'
    const reporters = sql<string>`select reporter_id from reports where school_id = ${schoolId} and id = any (${ids}::uuid[])`
    await notifications.notify(trx, { schoolId, kind: 'report', link, sentence }, reporters)
  }
}

const sentences: Record<Sanction['type'], string> = {
  warn: 'You have received a formal warning',
  suspend: 'Your account was suspended for a time',
  ban: 'Your account was banned',
}

/** Puts a sanction into the list of whom it concerns, beside the notice that they see once. */
export const notifySanctioned = (
  { notifications }: App,
  trx: Db,
  { id, schoolId }: { id: string; schoolId: string },
  type: Sanction['type'],
) =>
  notifications.notify(trx, { schoolId, kind: 'moderation', link: `${link}#${type}`, sentence: sentences[type] }, [id])
