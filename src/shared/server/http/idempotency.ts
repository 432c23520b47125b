import { sql } from 'kysely'
import { withSessionTransaction, withUserTransaction } from '../auth/moderation-status.ts'
import { listSchools } from '../auth/school-scope.ts'
import type { Viewer } from '../auth/viewer.ts'
import type { Anonymity } from '../crypto/anonymity.ts'
import type { Db } from '../db/pools.ts'
import { currentMinute } from '../db/sql.ts'
import type { Trx } from '../db/transaction.ts'
import type { RetentionRule } from '../jobs/retention-rule.ts'
import type { App } from '../services.ts'
import { badRequest, conflict } from './errors.ts'

export type StoredReply = { readonly status: number; readonly text: string }

const maxKeyLength = 200

/** The replayed body when the reply held a secret, which is not stored. */
const statusOnly = '{"success":true}'

type Repeatable = {
  /** The user may be blocked. */
  readonly isOpenToBlocked?: boolean
  readonly act: string
  readonly key: string
  readonly replay?: 'status' | undefined
}

const hashKey = async (app: App, viewer: Viewer, { act, key }: Repeatable): Promise<Buffer> => {
  if (key.length > maxKeyLength) throw badRequest(`An Idempotency-Key has at most ${maxKeyLength} characters.`)
  return app.anonymity.keyedHash('idempotency', viewer.id, act, key)
}

/**
 * Runs a create at most once for this viewer, action and key, in one transaction, and returns the first reply to every
 * repetition. Concurrent calls wait for the one that runs. A create that fails leaves no trace, so the next attempt
 * runs again.
 */
export async function runIdempotently(
  app: App,
  viewer: Viewer,
  call: Repeatable,
  create: (db: Db) => Promise<StoredReply>,
): Promise<StoredReply> {
  const keyHash = await hashKey(app, viewer, call)
  return withUserTransaction(app.db, viewer, async (trx) => {
    // The reply may belong to an anonymous item, so the time is only exact to the minute.
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({ school_id: viewer.schoolId, key_hash: keyHash, status: 0, reply: '', created_at: currentMinute })
      .onConflict((existing) => existing.doNothing())
      .executeTakeFirst()
    if (claimed.numInsertedOrUpdatedRows === 0n) return replay(app, trx, viewer, keyHash)
    const made = await create(trx)
    await store(app, trx, viewer, keyHash, call, made)
    return made
  })
}

/** Minutes after which a claim without a reply is attributed to a crashed server. */
const claimMinutes = 2

/**
 * The same for a create that commits in steps and must not be rolled back as a whole: the key is claimed first, in a
 * separate transaction. A repetition gets 409 while the first call runs.
 */
export async function runStepwiseIdempotently(
  app: App,
  viewer: Viewer,
  call: Repeatable,
  create: (db: Db) => Promise<StoredReply>,
): Promise<StoredReply> {
  const keyHash = await hashKey(app, viewer, call)
  const begin = call.isOpenToBlocked ? withSessionTransaction : withUserTransaction
  const known = await begin(app.db, viewer, async (trx) => {
    const claimed = await trx
      .insertInto('idempotency_keys')
      .values({ school_id: viewer.schoolId, key_hash: keyHash, status: 0, reply: '', created_at: currentMinute })
      .onConflict((existing) =>
        existing
          .columns(['school_id', 'key_hash'])
          .doUpdateSet({ created_at: currentMinute })
          .where('idempotency_keys.status', '=', 0)
          .where('idempotency_keys.created_at', '<', sql<Date>`now() - make_interval(mins => ${claimMinutes})`),
      )
      .executeTakeFirst()
    return claimed.numInsertedOrUpdatedRows === 0n ? replay(app, trx, viewer, keyHash) : undefined
  })
  if (known) return known
  try {
    const made = await create(app.db)
    await store(app, app.db, viewer, keyHash, call, made)
    return made
  } catch (problem) {
    await app.db
      .deleteFrom('idempotency_keys')
      .where('school_id', '=', viewer.schoolId)
      .where('key_hash', '=', keyHash)
      .where('status', '=', 0)
      .execute()
    throw problem
  }
}

const store = (app: App, db: Db, viewer: Viewer, keyHash: Buffer, call: Repeatable, made: StoredReply) =>
  db
    .updateTable('idempotency_keys')
    .set({
      status: made.status,
      sealed_reply: replyBox(app).encrypt(call.replay === 'status' ? statusOnly : made.text, toContext(keyHash)),
    })
    .where('school_id', '=', viewer.schoolId)
    .where('key_hash', '=', keyHash)
    .execute()

export const replyRetention: RetentionRule = { table: 'idempotency_keys', column: 'created_at', keptFor: '2 days' }

/** Replies are encrypted and padded: the reply of an anonymous item holds its id, next to the author's transactions. */
const replyBox = ({ anonymity }: Pick<App, 'anonymity'>) => anonymity.box('stored reply', 4096)

/** For a key rotation: encrypts the stored replies with the newest SECRET_KEY. Those of a lost key are removed. */
export async function resealReplies(trx: Trx, before: Anonymity, after: Anonymity): Promise<void> {
  for (const schoolId of await listSchools(trx)) await resealRepliesOfSchool(trx, schoolId, { before, after })
}

async function resealRepliesOfSchool(
  trx: Trx,
  schoolId: string,
  { before, after }: { readonly before: Anonymity; readonly after: Anonymity },
) {
  const rows = await trx
    .selectFrom('idempotency_keys')
    .where('school_id', '=', schoolId)
    .where('sealed_reply', 'is not', null)
    .select(['key_hash', 'sealed_reply'])
    .execute()
  for (const { key_hash, sealed_reply } of rows) {
    const text = tryDecrypt(before, sealed_reply ?? Buffer.alloc(0), key_hash)
    const sealed = text === undefined ? null : replyBox({ anonymity: after }).encrypt(text, toContext(key_hash))
    await trx
      .updateTable('idempotency_keys')
      .set({ sealed_reply: sealed })
      .where('school_id', '=', schoolId)
      .where('key_hash', '=', key_hash)
      .execute()
  }
}

function tryDecrypt(anonymity: Anonymity, sealed: Buffer, keyHash: Buffer): string | undefined {
  try {
    return replyBox({ anonymity }).decrypt(sealed, toContext(keyHash))
  } catch {
    return undefined
  }
}

const toContext = (keyHash: Buffer) => keyHash.toString('base64url')

async function replay(app: App, db: Db, viewer: Viewer, keyHash: Buffer): Promise<StoredReply> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['status', 'sealed_reply'])
    .where('school_id', '=', viewer.schoolId)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  if (!row || row.status === 0) throw conflict('We’re still working on that. Try again in a moment.')
  // Unencrypted replies of older versions were removed; only their status is known.
  if (!row.sealed_reply) return { status: row.status, text: statusOnly }
  return { status: row.status, text: replyBox(app).decrypt(row.sealed_reply, toContext(keyHash)) }
}
