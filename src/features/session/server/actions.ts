import type { Db } from '../../../shared/server/db.ts'
import { readToken } from '../../../shared/server/viewer.ts'

/** Ends the session of a token on the server, so that a copy of the cookie is worth nothing. */
export async function closeSession(db: Db, token: string | undefined): Promise<void> {
  const key = readToken(token)
  if (!key) return
  await db.deleteFrom('sessions').where('school_id', '=', key.schoolId).where('token_hash', '=', key.hash).execute()
}
