import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, epochOrNull } from '../../../shared/server/db/sql.ts'
import type { Device } from '../contract.ts'

/** The viewer's own subscriptions. Every read of a request starts here. */
const visibleSubscriptions = (db: Db, viewer: Viewer) =>
  db.selectFrom('push_subscriptions').where('school_id', '=', viewer.schoolId).where('user_id', '=', viewer.id)

/** The devices of the viewer, newest first. */
export const listDevices = (db: Db, viewer: Viewer): Promise<Device[]> =>
  visibleSubscriptions(db, viewer)
    .select([
      'id',
      sql<string>`split_part(endpoint, '/', 3)`.as('host'),
      epoch('created_at').as('created_at'),
      epochOrNull('last_ok_at').as('last_ok_at'),
      sql<boolean>`session_id = ${viewer.sessionId}`.as('is_current'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
