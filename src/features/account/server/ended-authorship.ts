import { type RawBuilder, sql } from 'kysely'
import {
  type AuthorshipEnding,
  authorshipJob,
  destroyEpochs,
  endingSchools,
  openLastingEpoch,
  rewriteKeys,
} from '../../../shared/server/crypto/epoch-destruction.ts'
import { withAdvisoryLock } from '../../../shared/server/db/locks.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { forEachDueSchool } from '../../../shared/server/jobs/due-schools.ts'
import { enqueue } from '../../../shared/server/jobs/jobs.ts'
import type { Registry } from '../../../shared/server/personal-data.ts'
import type { App } from '../../../shared/server/services.ts'
import { notifyAuthorsBeforeEnd, notifyOpenedAuthors } from '../../moderation/server/seal-notices.ts'
import { sealIntoMonths } from './month-seals.ts'

type Run = {
  readonly now?: RawBuilder<unknown>
  readonly signal?: AbortSignal | undefined
}

/**
 * For each school where authorship ends: destroys what has expired, then seals what was written before it was turned on. The
 * first run for a school only creates its lasting key, by which servers notice, and queues another. Can be interrupted.
 */
export async function endAuthorship(
  app: App,
  registry: Registry,
  { now = sql`now()`, signal }: Run = {},
): Promise<void> {
  const { db, epochs } = app
  let hasSchools = false
  await forEachDueSchool(db, endingSchools, (schoolId) =>
    withAdvisoryLock(db, `quad end authorship ${schoolId}`, async () => {
      hasSchools = true
      const { lasting, waitSeconds } = await openLastingEpoch(db, epochs.calls, schoolId)
      if (waitSeconds > 0) return withTransaction(db, (trx) => enqueue(trx, authorshipJob, {}, waitSeconds))
      const endings = listEndings(app, registry)
      await destroyEpochs(db, schoolId, endings, now)
      await notifyAuthorsBeforeEnd(app, schoolId, now)
      const notifyOpened = (ids: readonly string[]) => notifyOpenedAuthors(app, schoolId, ids)
      const { sealed } = registry
      await sealIntoMonths({ db, calls: epochs.calls, sealed, endings, notifyOpened, now, signal }, lasting)
    }),
  )
  if (hasSchools) await rewriteKeys(db)
  await epochs.refresh()
}

/** What ends besides the keys, with the notices to authors. */
export const listEndings = ({ notifications }: Pick<App, 'notifications'>, registry: Registry): AuthorshipEnding[] => [
  ...registry.endings,
  notifications.inbox.deleteEnded,
]
