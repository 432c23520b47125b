import { hash, hkdfSync, timingSafeEqual, type webcrypto } from 'node:crypto'
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
  /** The same as the id of a row: one of its own making (version 8 of RFC 9562). */
  blindId(...parts: string[]): string
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
  const tagMac = hmacOf(derive('author tag'))
  const blindMac = hmacOf(derive('blind'))
  const pairs = new Map<string, Promise<webcrypto.CryptoKeyPair>>()
  const pairOf = (schoolId: string) => {
    const known = pairs.get(schoolId)
    if (known) return known
    const pair = suite.kem.deriveKeyPair(derive('moderation key', schoolId).buffer)
    pairs.set(schoolId, pair)
    return pair
  }
  return {
    tag: (userId: string, { kind, id }: SealedItem) => tagMac(JSON.stringify([userId, kind, id])),
    blind: (parts: readonly string[]) => Buffer.from(blindMac(JSON.stringify(parts)), 'binary'),
    blindId: (parts: readonly string[]) => version8(blindMac(JSON.stringify(parts), 'hex')),
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

  const tag = (userId: string, item: SealedItem) => Buffer.from(newest.tag(userId, item), 'binary')
  const compared = Buffer.alloc(digest)
  const wrote = (key: (typeof all)[number], userId: string, item: SealedItem, found: Buffer) => {
    compared.write(key.tag(userId, item), 'binary')
    return timingSafeEqual(compared, found)
  }

  return {
    seal: async (userId, item) => ({
      author_tag: tag(userId, item),
      author_seal: await newest.shut(userId, item.schoolId, contextOf(item)),
    }),
    tag,
    wrote: (userId, item, found) => found !== null && all.some((key) => wrote(key, userId, item, found)),
    unseal,
    blind: (...parts) => oldest.blind(parts),
    blindId: (...parts) => oldest.blindId(parts),
    inbox,
    inboxOfAuthor: async (seal, item, day) => inbox(item.schoolId, await unseal(seal, item), day),
    shut: newest.shut,
    open,
  }
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Bytes that SHA-256 takes in at a time, and those that it makes. */
const [block, digest] = [64, 32]

/**
 * HMAC-SHA-256 (RFC 2104) with one key of at most a block: a function of the text, whose result has a byte a character or
 * is hexadecimal. A page takes dozens of them. Node makes an object for each of its own, which costs several times what both
 * hashes do; this one makes nothing but two strings.
 */
function hmacOf(key: Uint8Array): (text: string, encoding?: 'binary' | 'hex') => string {
  const padded = (pad: number, room: number) =>
    Buffer.concat([Uint8Array.from({ length: block }, (_, at) => (key[at] ?? 0) ^ pad), Buffer.alloc(room)])
  const outer = padded(0x5c, digest)
  let inner = padded(0x36, 0)
  return (text, encoding = 'binary') => {
    const most = 3 * text.length
    if (inner.length < block + most) inner = padded(0x36, most)
    const end = block + inner.write(text, block)
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), block, 'binary')
    return hash('sha256', outer, encoding)
  }
}

/** The id that 32 hexadecimal digits make, but for the two that tell its version. */
const version8 = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
