import { sql } from 'kysely'
import { thisMinute } from './anonymity.ts'
import type { Db } from './db.ts'
import { badRequest, conflict } from './errors.ts'
import type { House } from './house.ts'
import { type Viewer, writing } from './viewer.ts'

export type Made = { readonly status: number; readonly text: string }

const longestKey = 200

/**
 * Runs a create at most once for this viewer, act and key, in one transaction, and gives every repetition the first
 * answer. Of several at once, one works and the others wait for it. A create that fails leaves no trace, so that the
 * next try is a first one.
 */
export async function once(
  house: House,
  viewer: Viewer,
  { act, key }: { act: string; key: string },
  create: (db: Db) => Promise<Made>,
): Promise<Made> {
  if (key.length > longestKey) throw badRequest(`An Idempotency-Key cannot exceed ${longestKey} characters.`)
  const keyHash = house.anonymity.blind('idempotency', viewer.id, act, key)
  return writing(house.db, viewer, async (trx) => {
    // The reply may be an anonymous item's.
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({ school_id: viewer.schoolId, key_hash: keyHash, status: 0, reply: '', created_at: thisMinute })
      .onConflict((existing) => existing.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 0n) return replay(house, trx, viewer, keyHash)
    const made = await create(trx)
    await trx
      .updateTable('idempotency_keys')
      .set({ status: made.status, sealed_reply: replyBox(house).encrypt(made.text, keyHash.toString('base64url')) })
      .where('school_id', '=', viewer.schoolId)
      .where('key_hash', '=', keyHash)
      .execute()
    return made
  })
}

/** Forgets answers that nobody will ask for again. */
export async function forgetOldAnswers(db: Db): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '2 days'`).execute()
}

/** Replies are encrypted and padded: that of an anonymous item holds its id, beside the transactions of its author. */
const replyBox = ({ anonymity }: House) => anonymity.box('stored reply', 4096)

async function replay(house: House, db: Db, viewer: Viewer, keyHash: Buffer): Promise<Made> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['status', 'sealed_reply'])
    .where('school_id', '=', viewer.schoolId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  if (!row) throw conflict('The same request is being worked on. Please try again.')
  // A reply of before they were encrypted has been removed; that it succeeded is still known.
  if (!row.sealed_reply) return { status: row.status, text: JSON.stringify({ success: true }) }
  return { status: row.status, text: replyBox(house).decrypt(row.sealed_reply, keyHash.toString('base64url')) }
}
