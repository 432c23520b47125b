import { sql } from 'kysely'
import { type AuditActor, recordAudit } from '../../../shared/server/audit.ts'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import { exactSeconds } from '../../../shared/server/db/cursor.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch } from '../../../shared/server/db/sql.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, notFound } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { type BlockedImage, maxListedEntries } from '../blocklist-contract.ts'
import type { Fingerprints } from './fingerprints.ts'

export const blocklistRetention: RetentionRule = {
  table: 'media_blocklist',
  ofSite: true,
  column: 'created_at',
  keptFor: '5 years',
}

export const blockedText = 'This picture cannot be shared here.'

/** Throws 400 for an image that is on the blocklist. Returns the entry that it looks like, if any. */
export async function checkBlocklist(db: Db, { pixels, phash }: Fingerprints): Promise<string | null> {
  const { rows } = await sql<{ is_blocked: boolean; near: string | null }>`
    select exists (select from media_blocklist where pixels = ${Buffer.from(pixels, 'hex')}) as is_blocked,
      find_blocked(${phash}::bit(64)) as near`.execute(db)
  const { is_blocked = false, near = null } = rows[0] ?? {}
  if (is_blocked) throw badRequest(blockedText)
  return near
}

/**
 * Compares the uploads that items show with the new entries of the blocklist, and hides those that look like one until a
 * moderator has looked. Runs every minute; the retention of an item deletes what is not attached.
 */
export async function compareWithNewEntries(db: Db): Promise<void> {
  const entries = await db
    .selectFrom('media_blocklist')
    .where('compared_at', 'is', null)
    .select('id')
    .orderBy('created_at')
    .limit(20)
    .execute()
  if (entries.length === 0) return
  const schools = await listSchools(db)
  for (const { id } of entries)
    await withTransaction(db, async (trx) => {
      for (const schoolId of schools)
        await sql`update uploads set blocked_by = entry.id, held_at = coalesce(held_at, now())
        from media_blocklist as entry
        where uploads.school_id = ${schoolId} and entry.id = ${id} and item_id is not null and item_kind <> 'pending' and withheld_at is null
          and blocked_by is null
          and (uploads.pixels = entry.pixels or bit_count(uploads.phash # entry.phash) <= 6)`.execute(trx)
      await trx.updateTable('media_blocklist').set({ compared_at: sql`now()` }).where('id', '=', id).execute()
    })
}

/** An item that shows an image which looks like a blocked one. `item_kind` is the type that its uploads are attached to. */
type Match = { readonly item_kind: string; readonly item_id: string }

/** Matches per run of the job. */
const batch = 100

const isMatch = sql`blocked_by is not null and match_reported_at is null and item_id is not null and item_kind <> 'pending'`

/** SQL of the schools with matches that have no case yet. */
export const schoolsWithMatches = sql`select school_id from uploads where ${isMatch}`

/** Marks the matches of a school that have no case yet as reported, hides them, and returns their items. */
export async function takeMatches(trx: Trx, schoolId: string): Promise<readonly Match[]> {
  const { rows } = await sql<Match>`
    with found as (
      select name from uploads where school_id = ${schoolId} and ${isMatch}
      limit ${batch} for update skip locked
    ), marked as (
      update uploads set match_reported_at = now(), held_at = coalesce(held_at, now()) from found
      where uploads.school_id = ${schoolId} and uploads.name = found.name
      returning item_kind, item_id
    )
    select distinct * from marked`.execute(trx)
  return rows
}

/** The newest entries of the blocklist, and how many there are. */
export async function listBlockedImages(db: Db) {
  const { rows } = await sql<{ total: number }>`select count(*)::int8 as total from media_blocklist`.execute(db)
  const found = await db
    .selectFrom('media_blocklist')
    .select(['id', 'decision_id', 'removal_reason', 'removal_asked_by', 'removal_asked_by_name'])
    .select([epoch('created_at').as('created_at'), exactSeconds('created_at').as('exactly')])
    .select(sql<number>`(removal_asked_at is null)::int`.as('rank'))
    .orderBy(sql`removal_asked_at is null`)
    .orderBy('media_blocklist.created_at', 'desc')
    .orderBy('id')
    .limit(maxListedEntries)
    .execute()
  const entries = found.map(({ exactly: _, rank: __, ...entry }): BlockedImage => entry)
  const places = found.map(({ rank, exactly, id }) => [rank, -exactly, id])
  return { total: rows[0]?.total ?? 0, entries, places }
}

/**
 * Asks for the removal of an entry, or removes it when another administrator asked. Returns whether it was removed. Throws
 * 404 for an unknown entry, 409 for the administrator who asked.
 */
export async function removeBlockedImage(trx: Trx, by: AuditActor, id: string, reason: string): Promise<boolean> {
  const entry = await trx
    .selectFrom('media_blocklist')
    .where('id', '=', id)
    .select(['removal_asked_by', 'decision_id'])
    .forUpdate()
    .executeTakeFirst()
  if (!entry) throw notFound('Entry not found')
  if (entry.removal_asked_by === by.id) throw conflict('Another site administrator has to confirm this.')
  const isSecond = entry.removal_asked_by !== null
  const target = { type: 'blocked_image', id }
  const action = isSecond ? 'blocklist.remove' : 'blocklist.ask'
  await recordAudit(trx, by, { action, school: null, target, detail: { reason, decision_id: entry.decision_id } })
  if (isSecond) {
    await trx.deleteFrom('media_blocklist').where('id', '=', id).execute()
    return true
  }
  await trx
    .updateTable('media_blocklist')
    .set({
      removal_reason: reason,
      removal_asked_by: by.id,
      removal_asked_by_name: by.name,
      removal_asked_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute()
  return false
}
