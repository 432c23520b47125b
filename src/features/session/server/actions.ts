import { deleteSessions, hideOwnItems } from '../../../shared/server/auth/session.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'

/** Signs out one of the viewer's own devices. Throws 404 when it does not exist. */
export const signOutDevice = async (trx: Trx, viewer: Viewer, id: string): Promise<void> => {
  if ((await deleteSessions(trx, viewer, { only: id })) === 0) throw notFound('That device is already signed out.')
}

/** Signs out all devices of the viewer except the current one. */
export const signOutOthers = (trx: Trx, viewer: Viewer) => deleteSessions(trx, viewer, { except: viewer.sessionId })

/** Hides on this device what the viewer wrote anonymously, until they sign in again. */
export const hideOwn = (trx: Trx, viewer: Viewer) => hideOwnItems(trx, viewer)
