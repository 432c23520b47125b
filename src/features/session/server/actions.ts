import { parseSessionToken, type Viewer, withUserTransaction } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/db.ts'
import { notFound } from '../../../shared/server/http/errors.ts'

/** Ends the session of a token on the server, so that a copy of the cookie is worth nothing. */
export async function closeSession(db: Db, token: string | undefined): Promise<void> {
  const key = parseSessionToken(token)
  if (!key) return
  await db.deleteFrom('sessions').where('school_id', '=', key.schoolId).where('token_hash', '=', key.hash).execute()
}

/** Signs one of the viewer's own devices out; 404 when there is none with that id. */
export const signOutDevice = (db: Db, viewer: Viewer, id: string): Promise<void> =>
  withUserTransaction(db, viewer, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('sessions')
      .where('school_id', '=', viewer.schoolId)
      .where('user_id', '=', viewer.id)
      .where('id', '=', id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound('This device is not signed in.')
  })

/** Signs all of the viewer's devices out, except the one that they are using. */
export const signOutOthers = (db: Db, viewer: Viewer) =>
  withUserTransaction(db, viewer, (trx) =>
    trx
      .deleteFrom('sessions')
      .where('school_id', '=', viewer.schoolId)
      .where('user_id', '=', viewer.id)
      .where('id', '<>', viewer.sessionId)
      .execute(),
  )
