import { sql } from 'kysely'
import { isRecentlyAuthenticated, type Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Db, epochOrNull } from '../../../shared/server/db/db.ts'
import type { DataCopy } from '../contract.ts'
import { isExportSecret } from './export-encryption.ts'
import type { UserRef } from './personal-data.ts'

/** Hours that a copy can be fetched, and between two requests for one. */
export const copyHours = 24

/** The copy that a person asked for last, while it can be fetched or is being made. */
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

/** How far the viewer's copy is, and what this browser can do about it. */
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

/** When the person can ask for a copy again; null: now. */
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
