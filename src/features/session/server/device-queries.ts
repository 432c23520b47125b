import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import type { Device } from '../contract.ts'

/** Lists the viewer's signed-in devices: the current one first, then by last use. */
export const listDevices = (db: Db, viewer: Viewer): Promise<Device[]> =>
  db
    .selectFrom('sessions')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy((device) => device('id', '=', viewer.sessionId), 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .select([
      'id',
      'user_agent',
      sql<boolean>`id = ${viewer.sessionId}`.as('is_current'),
      epoch('created_at').as('created_at'),
      epoch('last_seen_at').as('last_seen_at'),
    ])
    .execute()
