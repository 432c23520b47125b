import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { deleteSessions } from '../../../shared/server/auth/session.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'

/** Signs out one of the viewer's own devices. Throws 404 when it does not exist. */
export const signOutDevice = (db: Db, viewer: Viewer, id: string): Promise<void> =>
  withUserTransaction(db, viewer, async (trx) => {
    if ((await deleteSessions(trx, viewer, { only: id })) === 0) throw notFound('That device is already signed out.')
  })

/** Signs out all devices of the viewer except the current one. */
export const signOutOthers = (db: Db, viewer: Viewer) =>
  withUserTransaction(db, viewer, (trx) => deleteSessions(trx, viewer, { except: viewer.sessionId }))
