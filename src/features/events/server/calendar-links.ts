import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { uuidFromHex } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { type CalendarKind, type CalendarLinks, calendarKinds } from '../contract.ts'

type Owner = Pick<Viewer, 'id' | 'schoolId'>

type Link = { readonly version: number; readonly token_hash: Buffer }

/**
 * Tokens of a link, one under each secret key: the school's id, so that the lookup has a tenant, and an HMAC of owner, kind
 * and version. They are derived again each time the owner views the link, so the database stores only the hash of one.
 */
async function createTokens({ keyedHashes }: Anonymity, { id, schoolId }: Owner, kind: CalendarKind, version: number) {
  const school = Buffer.from(schoolId.replaceAll('-', ''), 'hex')
  const proofs = await keyedHashes('calendar', id, kind, String(version))
  return proofs.map((proof) => Buffer.concat([school, proof]).toString('base64url'))
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()

async function createLinkRow(anonymity: Anonymity, { id, schoolId }: Owner, kind: CalendarKind, version: number) {
  const [newest = ''] = await createTokens(anonymity, { id, schoolId }, kind, version)
  return { school_id: schoolId, user_id: id, kind, version, token_hash: hashToken(newest) }
}

/** The token of a stored link. Undefined when its secret key was removed. */
async function findToken(anonymity: Anonymity, owner: Owner, kind: CalendarKind, link: Link | undefined) {
  if (!link) return undefined
  const tokens = await createTokens(anonymity, owner, kind, link.version)
  return tokens.find((token) => hashToken(token).equals(link.token_hash))
}

/** Returns the secret URLs of the viewer's calendars. Creates them on the first request, and again after a change of the key. */
export async function calendarLinks(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  baseUrl: string,
): Promise<CalendarLinks> {
  const findTokens = async () => {
    const links = await loadLinks(trx, viewer)
    return new Map(
      await Promise.all(
        calendarKinds.map(async (kind) => [kind, await findToken(anonymity, viewer, kind, links.get(kind))] as const),
      ),
    )
  }
  let tokens = await findTokens()
  const missing = calendarKinds.filter((kind) => !tokens.get(kind))
  if (missing.length > 0) {
    await rotateCalendarLinks(trx, anonymity, viewer, missing, { onlyOutdated: true })
    tokens = await findTokens()
  }
  const toAddress = (kind: CalendarKind) => `${baseUrl}/calendar/${tokens.get(kind)}.ics`
  return { mine: toAddress('mine'), school: toAddress('school') }
}

/** Replaces the URLs of these calendars. The old URLs stop working. `onlyOutdated` leaves those whose token is known. */
export async function rotateCalendarLinks(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  kinds: readonly CalendarKind[],
  { onlyOutdated = false } = {},
): Promise<void> {
  const links = await loadLinks(trx, viewer, 'locked')
  const outdated = await Promise.all(
    kinds.map(async (kind) => !onlyOutdated || !(await findToken(anonymity, viewer, kind, links.get(kind)))),
  )
  const rows = await Promise.all(
    kinds
      .filter((_, index) => outdated[index])
      .map((kind) => createLinkRow(anonymity, viewer, kind, (links.get(kind)?.version ?? 0) + 1)),
  )
  if (rows.length === 0) return
  await trx
    .insertInto('calendar_links')
    .values(rows)
    .onConflict((known) =>
      known
        .columns(['school_id', 'user_id', 'kind'])
        .doUpdateSet({ version: sql`excluded.version`, token_hash: sql`excluded.token_hash` })
        .where('calendar_links.version', '<', sql<number>`excluded.version`),
    )
    .execute()
}

async function loadLinks(db: Db, { id, schoolId }: Owner, locked?: 'locked'): Promise<Map<CalendarKind, Link>> {
  const rows = await db
    .selectFrom('calendar_links')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .select(['kind', 'version', 'token_hash'])
    .orderBy('kind')
    .$if(locked !== undefined, (query) => query.forUpdate())
    .$narrowType<{ kind: CalendarKind }>()
    .execute()
  return new Map(rows.map(({ kind, ...link }) => [kind, link]))
}

/** For a key rotation: removes the links whose tokens are not made with the newest key. Their owners get new ones. */
export async function removeOutdatedLinks(trx: Trx, anonymity: Anonymity): Promise<void> {
  for (const schoolId of await listSchools(trx)) await removeOutdatedOfSchool(trx, anonymity, schoolId)
}

async function removeOutdatedOfSchool(trx: Trx, anonymity: Anonymity, schoolId: string) {
  const rows = await trx
    .selectFrom('calendar_links')
    .where('school_id', '=', schoolId)
    .select(['user_id', 'kind', 'version', 'token_hash'])
    .$narrowType<{ kind: CalendarKind }>()
    .execute()
  for (const { user_id: id, kind, ...link } of rows) {
    if (await findToken(anonymity, { id, schoolId }, kind, link)) continue
    await trx
      .deleteFrom('calendar_links')
      .where('school_id', '=', schoolId)
      .where('user_id', '=', id)
      .where('kind', '=', kind)
      .where('token_hash', '=', link.token_hash)
      .execute()
  }
}

/** Owner of a token's calendar. Undefined for an invalid token and for blocked or deleted users. */
export async function findLinkOwner(db: Db, token: string) {
  const schoolId = uuidFromHex(Buffer.from(token, 'base64url').toString('hex', 0, 16))
  return db
    .selectFrom('calendar_links')
    .innerJoin('users', (join) =>
      join.onRef('users.school_id', '=', 'calendar_links.school_id').onRef('users.id', '=', 'calendar_links.user_id'),
    )
    .innerJoin('schools', 'schools.id', 'calendar_links.school_id')
    .where('calendar_links.school_id', '=', schoolId)
    .where('calendar_links.token_hash', '=', hashToken(token))
    .where('users.deleted_at', 'is', null)
    .where('schools.is_active', '=', true)
    .where(sql<boolean>`(users.blocked_as is null or users.blocked_until <= now())`)
    .select(['users.id', 'users.school_id as schoolId', 'calendar_links.kind', 'schools.name as school'])
    .$narrowType<{ kind: CalendarKind }>()
    .executeTakeFirst()
}
