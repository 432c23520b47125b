import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { uuidFromHex } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { type CalendarKind, type CalendarLinks, calendarKinds } from '../contract.ts'

type Owner = Pick<Viewer, 'id' | 'schoolId'>

/**
 * Token of a link: the school's id, so that the lookup has a tenant, and an HMAC of owner, kind and version. It is
 * derived again each time the owner views it, so the database stores only its hash.
 */
async function createToken({ keyedHash }: Anonymity, { id, schoolId }: Owner, kind: CalendarKind, version: number) {
  const school = Buffer.from(schoolId.replaceAll('-', ''), 'hex')
  return Buffer.concat([school, await keyedHash('calendar', id, kind, String(version))]).toString('base64url')
}

const hashToken = (token: string) => createHash('sha256').update(token).digest()

const findLinkRow = async (anonymity: Anonymity, { id, schoolId }: Owner, kind: CalendarKind, version: number) => ({
  school_id: schoolId,
  user_id: id,
  kind,
  version,
  token_hash: hashToken(await createToken(anonymity, { id, schoolId }, kind, version)),
})

/** Returns the secret URLs of the viewer's calendars. Creates them on the first request. */
export async function calendarLinks(
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  baseUrl: string,
): Promise<CalendarLinks> {
  let versions = await loadVersions(trx, viewer)
  if (versions.size < calendarKinds.length) {
    const first = await Promise.all(calendarKinds.map((kind) => findLinkRow(anonymity, viewer, kind, 1)))
    await trx
      .insertInto('calendar_links')
      .values(first)
      .onConflict((known) => known.doNothing())
      .execute()
    versions = await loadVersions(trx, viewer)
  }
  const address = async (kind: CalendarKind) =>
    `${baseUrl}/calendar/${await createToken(anonymity, viewer, kind, versions.get(kind) ?? 1)}.ics`
  const [mine, school] = await Promise.all([address('mine'), address('school')])
  return { mine, school }
}

/** Replaces the URLs of these calendars. The old URLs stop working. */
export const rotateCalendarLinks = async (
  trx: Trx,
  anonymity: Anonymity,
  viewer: Viewer,
  kinds: readonly CalendarKind[],
): Promise<void> => {
  const versions = await loadVersions(trx, viewer, 'locked')
  const rows = await Promise.all(
    kinds.map((kind) => findLinkRow(anonymity, viewer, kind, (versions.get(kind) ?? 0) + 1)),
  )
  await trx
    .insertInto('calendar_links')
    .values(rows)
    .onConflict((known) =>
      known
        .columns(['school_id', 'user_id', 'kind'])
        .doUpdateSet({ version: sql`excluded.version`, token_hash: sql`excluded.token_hash` }),
    )
    .execute()
}

async function loadVersions(db: Db, { id, schoolId }: Owner, locked?: 'locked'): Promise<Map<CalendarKind, number>> {
  const rows = await db
    .selectFrom('calendar_links')
    .where('school_id', '=', schoolId)
    .where('user_id', '=', id)
    .select(['kind', 'version'])
    .orderBy('kind')
    .$if(locked !== undefined, (query) => query.forUpdate())
    .$narrowType<{ kind: CalendarKind }>()
    .execute()
  return new Map(rows.map(({ kind, version }) => [kind, version]))
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
