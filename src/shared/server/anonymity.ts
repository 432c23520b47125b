import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual, type webcrypto } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { sql } from 'kysely'

/** The minute that an anonymous row admits to, and no more of its moment. */
export const thisMinute = sql<Date>`date_trunc('minute', now())`

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
  /** The mark of one person on one day ('2026-11-21'), under which notifications about what they sealed are kept. */
  inbox(schoolId: string, userId: string, day: string): Buffer
  /** The inbox of an item's author, whom nobody learns: the one use of a seal that needs no audit row. */
  inboxOfAuthor(seal: Buffer, item: SealedItem, day: string): Promise<Buffer>
  /** Encrypts a text to the school's key, bound to what it belongs to. */
  shut(text: string, schoolId: string, context: string): Promise<Buffer>
  /** The text again. Throws when it was shut for another school or context. */
  open(shut: Buffer, schoolId: string, context: string): Promise<string>
}

/** First byte of each seal, so that another way of sealing can be told from this one. */
const sealVersion = 1
const encapsulated = 32

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** What one SECRET_KEY is good for. */
function openKey(secretKey: string) {
  const derive = (purpose: string, context = '') =>
    new Uint8Array(hkdfSync('sha256', secretKey, context, `quad ${purpose} v${sealVersion}`, 32))
  // Made once: to take in the bytes of a key costs several times what a hash does.
  const tagKey = createSecretKey(derive('author tag'))
  const blindKey = createSecretKey(derive('blind'))
  const pairs = new Map<string, Promise<webcrypto.CryptoKeyPair>>()
  const pairOf = (schoolId: string) => {
    const known = pairs.get(schoolId)
    if (known) return known
    const pair = suite.kem.deriveKeyPair(derive('moderation key', schoolId).buffer)
    pairs.set(schoolId, pair)
    return pair
  }
  return {
    tag: (userId: string, { kind, id }: SealedItem) => mac(tagKey, [userId, kind, id]),
    blind: (parts: readonly string[]) => mac(blindKey, parts),
    async shut(text: string, schoolId: string, context: string) {
      const { publicKey } = await pairOf(schoolId)
      const bound = bytes(`${schoolId} ${context}`)
      const { enc, ct } = await suite.seal({ recipientPublicKey: publicKey }, bytes(text), bound)
      return Buffer.concat([Buffer.of(sealVersion), new Uint8Array(enc), new Uint8Array(ct)])
    },
    async open(shut: Buffer, schoolId: string, context: string) {
      const { privateKey } = await pairOf(schoolId)
      const enc = new Uint8Array(shut.subarray(1, 1 + encapsulated)).buffer
      const text = new Uint8Array(shut.subarray(1 + encapsulated)).buffer
      const bound = bytes(`${schoolId} ${context}`)
      return Buffer.from(await suite.open({ recipientKey: privateKey, enc }, text, bound)).toString()
    },
  }
}

/**
 * Opens the secrets of this Quad. While a key is being changed there are `older` ones: what is sealed is sealed with the
 * new key and read with any. Blinded values have to find themselves again, so they are made with the oldest until
 * `rotate-keys` has made them anew.
 */
export function openAnonymity(secretKey: string, older: readonly string[] = []): Anonymity {
  const newest = openKey(secretKey)
  const all = [newest, ...older.map(openKey)]
  const oldest = all.at(-1) ?? newest
  const contextOf = ({ kind, id }: SealedItem) => `${kind} ${id}`
  const inbox = (schoolId: string, userId: string, day: string) => oldest.blind(['inbox', schoolId, userId, day])

  const open = async (shut: Buffer, schoolId: string, context: string) => {
    const [first, ...others] = all.map((key) => () => key.open(shut, schoolId, context))
    return others.reduce((tried, next) => tried.catch(next), (first as () => Promise<string>)())
  }
  const unseal = (seal: Buffer, item: SealedItem) => open(seal, item.schoolId, contextOf(item))

  return {
    seal: async (userId, item) => ({
      author_tag: newest.tag(userId, item),
      author_seal: await newest.shut(userId, item.schoolId, contextOf(item)),
    }),
    tag: newest.tag,
    wrote: (userId, item, found) => found !== null && all.some((key) => timingSafeEqual(key.tag(userId, item), found)),
    unseal,
    blind: (...parts) => oldest.blind(parts),
    inbox,
    inboxOfAuthor: async (seal, item, day) => inbox(item.schoolId, await unseal(seal, item), day),
    shut: newest.shut,
    open,
  }
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const mac = (key: KeyObject, parts: readonly string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest()
