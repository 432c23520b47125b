import { hash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { ConfessionsMode } from '../../confessions-modes.ts'
import type { GrantName } from '../../grants.ts'
import { createBatchLoader } from '../db/batch-loader.ts'
import type { Db } from '../db/pools.ts'
import { prepared } from '../db/prepared.ts'
import { epochOrNull, newId, uuidFromHex } from '../db/sql.ts'
import type { Trx } from '../db/transaction.ts'
import { HttpError } from '../http/errors.ts'
import type { RetentionRule } from '../jobs/retention-rule.ts'
import { pendingMarks } from '../pending-marks.ts'
import { isBlocked, type ModerationStatus, type ModerationStatusRow, toModerationStatus } from './moderation-status.ts'
import { currentGrants, currentRole, hasAdsPermission } from './powers.ts'
import type { Role, Viewer } from './viewer.ts'

/** Days that a session lasts, counted from sign-in. */
export const sessionLifetimeDays = 30

const schoolBytes = 16
const secretBytes = 32

/**
 * Creates a session token for the cookie. It begins with the school's id, so that the lookup names the tenant; the rest
 * is 256 random bits, of which the database stores only the hash.
 */
export function createSessionToken(schoolId: string): { token: string; hash: Buffer } {
  const bytes = Buffer.concat([Buffer.from(schoolId.replaceAll('-', ''), 'hex'), randomBytes(secretBytes)])
  return { token: bytes.toString('base64url'), hash: hashSecret(bytes) }
}

/** Splits a token into the keys of its session; undefined when it is malformed. */
export function parseSessionToken(token: string | undefined): { schoolId: string; hash: Buffer } | undefined {
  // Node's decoder skips foreign characters and accepts both alphabets, so one token would have many spellings.
  if (!token || !/^[A-Za-z0-9_-]{64}$/.test(token)) return undefined
  const bytes = Buffer.from(token, 'base64url')
  return { schoolId: uuidFromHex(bytes.toString('hex', 0, schoolBytes)), hash: hashSecret(bytes) }
}

const hashSecret = (bytes: Buffer) => hash('sha256', bytes, 'buffer')

/** Creates a session for a user and returns the token for their cookie. */
export async function createSession(
  db: Db,
  person: { schoolId: string; id: string },
  from: {
    userAgent?: string | undefined
    ip?: string | undefined
    authenticatedAt?: Date | undefined
    isShared?: boolean | undefined
  },
): Promise<string> {
  const { token, hash } = createSessionToken(person.schoolId)
  await db
    .insertInto('sessions')
    .values({
      school_id: person.schoolId,
      token_hash: hash,
      id: newId(),
      user_id: person.id,
      user_agent: from.userAgent?.slice(0, 300) ?? null,
      ip: from.ip ?? null,
      authenticated_at: from.authenticatedAt ?? null,
      is_shared: from.isShared === true,
      expires_at: from.isShared ? sharedEnd : sql<Date>`now() + make_interval(days => ${sessionLifetimeDays})`,
    })
    .execute()
  return token
}

/**
 * When an idle session on a shared computer ends: after 30 minutes, rounded up to five. The minute of the last request
 * could be correlated with the minutes of anonymous items.
 */
const sharedEnd = sql<Date>`date_bin('5 minutes', now(), timestamptz '2000-01-01 00:00Z') + interval '35 minutes'`

/** Minutes for which a sign-in counts as recent, for actions that a stolen or forgotten session must not perform. */
const recentMinutes = 5

/** True when the viewer signed in at the identity provider for this session within the last `recentMinutes`. */
export async function isRecentlyAuthenticated(db: Db, viewer: Viewer): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', viewer.sessionId)
    .where('authenticated_at', '>', sql<Date>`now() - make_interval(mins => ${recentMinutes})`)
    .select('id')
    .executeTakeFirst()
  return session !== undefined
}

/** Throws 403 `confirm_required` unless the viewer signed in recently; GET /auth/confirm starts that sign-in. */
export async function assertRecentlyAuthenticated(db: Db, viewer: Viewer): Promise<void> {
  if (await isRecentlyAuthenticated(db, viewer)) return
  throw new HttpError(403, 'confirm_required', 'Sign in again to confirm it’s you.')
}

/** Of a viewer, what decides which requests are allowed. */
export type Account = Pick<Viewer, 'id' | 'schoolId' | 'role' | 'grants' | 'isCustodian' | 'sessionId'>

/** A row of `selectAccount`. */
export type AccountRow = ModerationStatusRow & {
  session_id: string
  id: string
  school_id: string
  role: Role
  is_custodian: boolean
  grants: GrantName[] | null
  is_stale: boolean
}

type SessionRow = AccountRow & {
  /** Position in the batch of requested keys, from 1. */
  at: number
  name: string
  can_manage_ads: boolean
  pending_marks: string | null
  hides_own: boolean
  reports_per_day: number | null
  is_shared: boolean
  naming_check: boolean
  confessions_mode: ConfessionsMode
}

type SessionParams = { readonly schoolId: RawBuilder<string>; readonly tokenHash: RawBuilder<Buffer> }

/** SQL: the account of a session that has not expired, with these further columns. */
const selectSession = ({ schoolId, tokenHash }: SessionParams, columns: RawBuilder<unknown>) => sql`
  select sessions.id as session_id, users.id, users.school_id, ${currentRole} as role,
    users.blocked_as, users.blocked_reason, ${epochOrNull('users.blocked_until')} as blocked_until,
    ${isBlocked} as is_blocked, ${epochOrNull('users.deleted_at')} as deleted_at,
    users.deleted_at is null and (users.last_active_at is null or users.last_active_at < date_trunc('day', now())
      or sessions.last_seen_at < date_trunc('hour', now())
      or (sessions.is_shared and sessions.expires_at < ${sharedEnd})) as is_stale,
    coalesce(schools.custodian_id = users.id, false) as is_custodian, ${currentGrants(schoolId)} as grants${columns}
  from sessions
  join users on users.school_id = sessions.school_id and users.id = sessions.user_id
  join schools on schools.id = sessions.school_id
  where sessions.school_id = ${schoolId} and sessions.token_hash = ${tokenHash}
    and sessions.expires_at > now() and schools.is_active
  limit 1`

/** The same without more, for a statement that also looks up what the user may see. */
export const selectAccount = (params: SessionParams) => selectSession(params, sql``)

/**
 * The `limit` prevents another join order: with few statistics about sessions, PostgreSQL would read all of them to
 * find one.
 */
const findSessions = prepared<{ schoolId: string; hashes: Buffer[] }, SessionRow>((_, { schoolId, hashes }) => {
  const columns = sql`, users.name, ${hasAdsPermission} as can_manage_ads,
    ${pendingMarks(sql`${schoolId}::uuid`)} as pending_marks, sessions.hides_own, sessions.is_shared,
    schools.reports_per_day, schools.naming_check, schools.confessions_mode`
  return sql<SessionRow>`
    select asked.at, found.*
    from unnest(${hashes}::bytea[]) with ordinality as asked (token_hash, at),
    lateral (${selectSession({ schoolId, tokenHash: sql`asked.token_hash` }, columns)}) as found`
})

export type SessionKey = { readonly schoolId: string; readonly hash: Buffer }

const findSession = createBatchLoader<SessionKey, SessionRow>({
  groupBy: ({ schoolId }) => schoolId,
  async find(db, schoolId, keys) {
    const found: SessionRow[] = []
    const rows = await findSessions(db, { schoolId, hashes: keys.map(({ hash }) => hash) })
    for (const row of rows) found[row.at - 1] = row
    return found
  },
})

/** A session, with the user's moderation status if the account is blocked now. */
export type Session<V = Viewer> = { readonly viewer: V; readonly moderationStatus: ModerationStatus | undefined }

/** The session of a token. */
export async function loadSession(db: Db, token: string | undefined): Promise<Session | undefined> {
  const key = parseSessionToken(token)
  const row = key && (await findSession(db, key))
  if (!row) return undefined
  const { viewer, moderationStatus } = await openAccount(db, row)
  return {
    viewer: {
      ...viewer,
      name: row.name,
      canManageAds: row.role === 'site_admin' || row.can_manage_ads,
      ...(row.pending_marks === null ? {} : { pendingMarks: row.pending_marks }),
      hidesOwn: row.hides_own,
      ...(row.is_shared ? { isShared: true } : {}),
      ...(row.reports_per_day === null ? {} : { reportsPerDay: row.reports_per_day }),
      ...(row.naming_check ? { checksNames: true } : {}),
      ...(row.confessions_mode === 'on' ? {} : { confessionsMode: row.confessions_mode }),
    },
    moderationStatus,
  }
}

/** The session of a row of `selectAccount`. Stores that the user is active, where that is older. */
export async function openAccount(db: Db, row: AccountRow): Promise<Session<Account>> {
  if (row.is_stale) await touch(db, row)
  return {
    viewer: {
      id: row.id,
      schoolId: row.school_id,
      role: row.role,
      sessionId: row.session_id,
      isCustodian: row.is_custodian,
      ...(row.grants ? { grants: row.grants } : {}),
    },
    moderationStatus: toModerationStatus(row),
  }
}

type ActiveSession = {
  readonly role: Role
  readonly grants: readonly GrantName[]
  readonly standing: ModerationStatus | undefined
}

/** Those of the given sessions that have not expired, with the current role, grants and moderation status of their users. */
export async function findActiveSessions(
  db: Db,
  viewers: readonly Viewer[],
): Promise<ReadonlyMap<string, ActiveSession>> {
  const found = new Map<string, ActiveSession>()
  for (const [schoolId, some] of Map.groupBy(viewers, (viewer) => viewer.schoolId)) {
    const { rows } = await sql<ModerationStatusRow & { session_id: string; role: Role; grants: GrantName[] | null }>`
      select sessions.id as session_id, ${currentRole} as role, ${currentGrants(schoolId)} as grants, users.blocked_as,
        users.blocked_reason, ${epochOrNull('users.blocked_until')} as blocked_until, ${isBlocked} as is_blocked
      from sessions
      join users on users.school_id = sessions.school_id and users.id = sessions.user_id and users.deleted_at is null
      join schools on schools.id = sessions.school_id and schools.is_active
      where sessions.school_id = ${schoolId} and sessions.expires_at > now()
        and sessions.id = any (${some.map(({ sessionId }) => sessionId)}::uuid[])`.execute(db)
    for (const { session_id, role, grants, ...status } of rows)
      found.set(session_id, { role, grants: grants ?? [], standing: toModerationStatus(status) })
  }
  return found
}

/** Deletes the session of a token, so that a copy of the cookie is useless. */
export async function deleteSessionOfToken(db: Db, token: string | undefined): Promise<void> {
  const key = parseSessionToken(token)
  if (!key) return
  await db.deleteFrom('sessions').where('school_id', '=', key.schoolId).where('token_hash', '=', key.hash).execute()
}

/** Deletes all sessions of the user, `only` one of them, or all `except` one. Returns how many were deleted. */
export async function deleteSessions(
  trx: Trx,
  user: { readonly schoolId: string; readonly id: string },
  { only, except }: { readonly only?: string; readonly except?: string } = {},
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('sessions')
    .where('school_id', '=', user.schoolId)
    .where('user_id', '=', user.id)
    .$if(only !== undefined, (query) => query.where('id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const sessionRetention: RetentionRule = { table: 'sessions', column: 'expires_at', keptFor: '0' }

/** Stored by the hour and the day: finer values could be correlated with the minutes of anonymous items. */
const touch = (db: Db, { school_id, id, session_id }: { school_id: string; id: string; session_id: string }) =>
  sql`
  with here as (
    update sessions set last_seen_at = date_trunc('hour', now()),
      expires_at = case when is_shared
        then least(${sharedEnd}, created_at + make_interval(days => ${sessionLifetimeDays})) else expires_at end
    where school_id = ${school_id} and id = ${session_id} and expires_at > now()
      and (last_seen_at < date_trunc('hour', now()) or (is_shared and expires_at < ${sharedEnd})))
  update users set last_active_at = date_trunc('day', now())
  where school_id = ${school_id} and id = ${id} and (last_active_at is null or last_active_at < date_trunc('day', now()))`.execute(
    db,
  )

/** This session treats the viewer's own anonymous items like those of others from now on. */
export const hideOwnItems = (trx: Trx, viewer: Viewer) =>
  trx
    .updateTable('sessions')
    .set({ hides_own: true })
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', viewer.sessionId)
    .execute()
