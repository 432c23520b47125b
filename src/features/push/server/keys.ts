import { createECDH, hash } from 'node:crypto'
import { sql } from 'kysely'
import type { PushConfig } from '../../../shared/server/config.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { withAdvisoryLock } from '../../../shared/server/db/locks.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'

/** The key pair with which push services recognize this installation (RFC 8292), in base64url. */
export type PushKey = { readonly id: string; readonly publicKey: string; readonly privateKey: string }

type KeySource = {
  readonly db: Db
  readonly anonymity: Anonymity
  readonly config: { readonly push: PushConfig | undefined }
}

const boxPurpose = 'push key'
const padToBytes = 64

const toId = (publicKey: string) => hash('sha256', publicKey, 'base64url').slice(0, 22)

/**
 * Loads the key of this installation: the configured one, or the stored one, which is created if there is none or if it
 * cannot be decrypted any more. Undefined when the operator disabled push.
 */
export async function loadPushKey({ db, anonymity, config }: KeySource): Promise<PushKey | undefined> {
  return (await findPushKey({ db, anonymity, config })) ?? (config.push && createKey(db, anonymity))
}

/** The same without creating one, for use in a transaction. */
export async function findPushKey({ db, anonymity, config }: KeySource): Promise<PushKey | undefined> {
  if (!config.push) return undefined
  const { keys } = config.push
  return keys ? { id: toId(keys.publicKey), ...keys } : findStoredKey(db, anonymity)
}

async function findStoredKey(db: Db, anonymity: Anonymity): Promise<PushKey | undefined> {
  const stored = await db
    .selectFrom('push_keys')
    .select(['id', 'public_key', 'private_sealed'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!stored) return undefined
  const { id, public_key: publicKey, private_sealed: sealed } = stored
  try {
    return { id, publicKey, privateKey: anonymity.box(boxPurpose, padToBytes).decrypt(sealed, id) }
  } catch {
    return undefined // made with a SECRET_KEY that is lost: browsers subscribe again
  }
}

/** Concurrent callers, also of other servers, get the same key. */
const createKey = (db: Db, anonymity: Anonymity): Promise<PushKey> =>
  withAdvisoryLock(db, 'quad push key', async (connection) => {
    const existing = await findStoredKey(connection, anonymity)
    if (existing) return existing
    const pair = createECDH('prime256v1')
    const publicKey = pair.generateKeys('base64url')
    // The number may begin with zeros, which Node leaves out.
    const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
    const id = toId(publicKey)
    const sealed = anonymity.box(boxPurpose, padToBytes).encrypt(privateKey, id)
    await connection.insertInto('push_keys').values({ id, public_key: publicKey, private_sealed: sealed }).execute()
    return { id, publicKey, privateKey }
  })

/** For a key rotation: seals the stored keys with the newest SECRET_KEY. Returns how many. */
export async function resealPushKeys(trx: Trx, before: Anonymity, after: Anonymity): Promise<number> {
  const { rows } = await sql<{ id: string; private_sealed: Buffer }>`
    select id, private_sealed from push_keys for update`.execute(trx)
  let count = 0
  for (const { id, private_sealed } of rows) {
    const opened = tryDecrypt(before, private_sealed, id)
    if (opened === undefined) continue
    const sealed = after.box(boxPurpose, padToBytes).encrypt(opened, id)
    await sql`update push_keys set private_sealed = ${sealed} where id = ${id}`.execute(trx)
    count++
  }
  return count
}

function tryDecrypt(anonymity: Anonymity, sealed: Buffer, id: string): string | undefined {
  try {
    return anonymity.box(boxPurpose, padToBytes).decrypt(sealed, id)
  } catch {
    return undefined
  }
}
