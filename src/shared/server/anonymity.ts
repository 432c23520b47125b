import { createHmac, hkdfSync, timingSafeEqual, type webcrypto } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'

/** What is sealed: which kind of row, and its id. A tag or seal fits this one row and no other. */
export type SealedItem = { readonly schoolId: string; readonly kind: string; readonly id: string }

export type Authorship = { readonly author_tag: Buffer; readonly author_seal: Buffer }

/**
 * Sealed authorship. An anonymous row holds no user id but two values, both bound to that row: a tag, by which the
 * server can answer "is it yours?" when it is given a user to compare, and a seal, the user id encrypted to the
 * school's moderation key. Without SECRET_KEY neither says anything, and no two rows of one author share a value.
 */
export type Anonymity = {
  seal(userId: string, item: SealedItem): Promise<Authorship>
  /** The tag alone, for rows that no moderator ever opens. */
  tag(userId: string, item: SealedItem): Buffer
  /** Whether this user wrote the row that carries the tag. */
  wrote(userId: string, item: SealedItem, tag: Buffer | null): boolean
  /** The author's id. Throws when the seal was made for another row. Every caller writes an audit row. */
  unseal(seal: Buffer, item: SealedItem): Promise<string>
  /** A keyed hash for rows that must find themselves again without naming anybody. */
  blind(...parts: string[]): Buffer
}

/** First byte of each seal, so that a later key can be told from this one. */
const keyVersion = 1
const encapsulated = 32

export function openAnonymity(secretKey: string): Anonymity {
  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  const derive = (purpose: string, context = '') =>
    new Uint8Array(hkdfSync('sha256', secretKey, context, `quad ${purpose} v${keyVersion}`, 32))
  const tagKey = derive('author tag')
  const blindKey = derive('blind')
  const pairs = new Map<string, Promise<webcrypto.CryptoKeyPair>>()
  const pairOf = (schoolId: string) => {
    const known = pairs.get(schoolId)
    if (known) return known
    const pair = suite.kem.deriveKeyPair(derive('moderation key', schoolId).buffer)
    pairs.set(schoolId, pair)
    return pair
  }
  const tag = (userId: string, item: SealedItem) => mac(tagKey, [userId, item.kind, item.id])
  const bound = (item: SealedItem) => bytes(`${item.schoolId} ${item.kind} ${item.id}`)

  return {
    async seal(userId, item) {
      const { publicKey } = await pairOf(item.schoolId)
      const { enc, ct } = await suite.seal({ recipientPublicKey: publicKey }, bytes(userId), bound(item))
      return {
        author_tag: tag(userId, item),
        author_seal: Buffer.concat([Buffer.of(keyVersion), new Uint8Array(enc), new Uint8Array(ct)]),
      }
    },
    tag,
    wrote: (userId, item, found) => found !== null && timingSafeEqual(tag(userId, item), found),
    async unseal(seal, item) {
      const { privateKey } = await pairOf(item.schoolId)
      const enc = new Uint8Array(seal.subarray(1, 1 + encapsulated)).buffer
      const text = new Uint8Array(seal.subarray(1 + encapsulated)).buffer
      return Buffer.from(await suite.open({ recipientKey: privateKey, enc }, text, bound(item))).toString()
    },
    blind: (...parts) => mac(blindKey, parts),
  }
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const mac = (key: Uint8Array, parts: readonly string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()
