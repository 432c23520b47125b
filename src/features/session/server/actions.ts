import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { parseSessionToken } from '../../../shared/server/auth/session.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'

/** Deletes the session of a token, so that a copy of the cookie is useless. */
export async function closeSession(db: Db, token: string | undefined): Promise<void> {
  const key = parseSessionToken(token)
  if (!key) return
  await db.deleteFrom('sessions').where('school_id', '=', key.schoolId).where('token_hash', '=', key.hash).execute()
}

/** Signs out one of the viewer's own devices. Throws 404 when it does not exist. */
export const signOutDevice = (db: Db, viewer: Viewer, id: string): Promise<void> =>
  withUserTransaction(db, viewer, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('school_id', '=', viewer.schoolId)
      .where('user_id', '=', viewer.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('That device is already signed out.')
  })

/** Signs out all devices of the viewer except the current one. */
export const signOutOthers = (db: Db, viewer: Viewer) =>
  withUserTransaction(db, viewer, (trx) =>
    trx
      .deleteFrom('sessions')
      .where('school_id', '=', viewer.schoolId)
      .where('user_id', '=', viewer.id)
      .where('id', '<>', viewer.sessionId)
      .execute(),
  )
