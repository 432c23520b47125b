import { sql } from 'kysely'
import { isRecentlyAuthenticated } from '../../../shared/server/auth/session.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epochOrNull } from '../../../shared/server/db/sql.ts'
import type { UserRef } from '../../../shared/server/personal-data.ts'
import type { DataCopy } from '../contract.ts'
import { isExportSecret } from './export-encryption.ts'

/** Hours for which a copy is available, and between two requests. */
export const copyHours = 24

/** The user's latest copy, while it is being built or available. */
export const findCopy = (db: Db, { schoolId, id }: UserRef) =>
  db
    .selectFrom('exports')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .where('fetched_at', 'is', null)
    .where((copy) =>
      copy.or([
        copy('ready_at', 'is', null),
        copy('ready_at', '>', sql<Date>`now() - make_interval(hours => ${copyHours})`),
      ]),
    )
    .select([
      'file',
      'bytes',
      'public_key',
      'envelope',
      sql<'preparing' | 'ready'>`case when ready_at is null then 'preparing' else 'ready' end`.as('status'),
      epochOrNull('requested_at').as('requested_at'),
      epochOrNull('ready_at').as('ready_at'),
    ])
    .executeTakeFirst()

/** Status of the viewer's copy, and whether this browser may request and open it. */
export async function findCopyStatus(db: Db, viewer: Viewer, secret: string | undefined): Promise<DataCopy> {
  const copy = await findCopy(db, viewer)
  const is_confirmed = await isRecentlyAuthenticated(db, viewer)
  const next_at = await findNextRequest(db, viewer)
  if (!copy)
    return { status: 'none', requested_at: null, bytes: null, expires_at: null, next_at, is_confirmed, can_open: false }
  const { status, requested_at, bytes, ready_at, public_key } = copy
  return {
    status,
    requested_at,
    bytes: bytes === null ? null : Number(bytes),
    expires_at: ready_at && ready_at + copyHours * 3600,
    next_at,
    is_confirmed,
    can_open: isExportSecret(secret, public_key),
  }
}

/** Earliest time of the user's next request; null: now. */
export async function findNextRequest(db: Db, { schoolId, id }: UserRef): Promise<number | null> {
  const row = await db
    .selectFrom('exports')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .where('requested_at', '>', sql<Date>`now() - make_interval(hours => ${copyHours})`)
    .select(epochOrNull('requested_at').as('requested_at'))
    .executeTakeFirst()
  return row?.requested_at ? row.requested_at + copyHours * 3600 : null
}
