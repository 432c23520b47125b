import { hash, hkdfSync, timingSafeEqual, type webcrypto } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { sql } from 'kysely'
import { openSecretBox, type SecretBox } from './secret-box.ts'

/** The minute that an anonymous row admits to, and no more of its moment. */
export const currentMinute = sql<Date>`date_trunc('minute', now())`

/** What is sealed: which kind of row, and its id. A tag or seal fits this one row and no other. */
export type SealedItem = { readonly schoolId: string; readonly kind: string; readonly id: string }

export type Authorship = { readonly author_tag: Buffer; readonly author_seal: Buffer }

/**
 * Sealed authorship. An anonymous row holds no user id but two values, both bound to that row: a tag, by which the
 * server can answer "is it yours?" when it is given a user to compare, and a seal, the user id encrypted to the
 * school's moderation key. Without SECRET_KEY neither says anything, and no two rows of one author share a value.
 */
export type Anonymity = {
  /** The seal also holds a hash of the text, so that words which are put below it later are told from its author's. */
  seal(userId: string, item: SealedItem, text: string): Promise<Authorship>
  /** The same for a seal that is made again from what another one held. */
  reseal(content: SealContent, item: SealedItem): Promise<Authorship>
  /** The tag alone, for rows that no moderator ever opens. */
  tag(userId: string, item: SealedItem): Buffer
  /** Whether this user wrote the row that carries the tag. */
  isAuthor(userId: string, item: SealedItem, tag: Buffer | null): boolean
  /** The author's id. Throws when the seal was made for another row. Every caller writes an audit row. */
  unseal(seal: Buffer, item: SealedItem): Promise<string>
  /** All that a seal holds; the same rules apply. */
  unsealContent(seal: Buffer, item: SealedItem): Promise<SealContent>
  /** A keyed hash for rows that must find themselves again without naming anybody. */
  keyedHash(...parts: string[]): Buffer
  /** The same as the id of a row: one of its own making (version 8 of RFC 9562). */
  keyedId(...parts: string[]): string
  /** The mark of one notification about something sealed: its author's n-th of a week. No two rows share one. */
  inboxMark(schoolId: string, userId: string, week: number, n: number): Buffer
  /** The inbox marks of an item's author for a week, without anybody learning who that is: it needs no audit row. */
  inboxMarksOfAuthor(seal: Buffer, item: SealedItem, week: number, count: number): Promise<Buffer[]>
  /** Encrypts a text to the school's key, bound to what it belongs to. */
  encrypt(text: string, schoolId: string, context: string): Promise<Buffer>
  /** The text again. Throws when it was shut for another school or context. */
  decrypt(shut: Buffer, schoolId: string, context: string): Promise<string>
  /** Encryption for servers alone, by what it is for; texts are padded to a multiple of `padToBytes`. */
  box(purpose: string, padToBytes: number): SecretBox
}

/** What a seal holds. One of before the text was bound has no hash. */
export type SealContent = { readonly authorId: string; readonly textHash: string | undefined }

/** Whether a text is the one that was sealed. True for a seal that holds none. */
export const isSealedText = ({ textHash }: SealContent, text: string): boolean =>
  textHash === undefined || textHash === hashText(text)

const hashText = (text: string) => hash('sha256', text, 'base64url')

/** First byte of each seal, so that another way of sealing can be told from this one: from 2 on it binds the text. */
const sealVersion = 2
/** Part of the names of the derived keys, which stay. */
const keyVersion = 1
const uuidLength = 36
const encapsulated = 32

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** What one SECRET_KEY is good for. */
function openKey(secretKey: string) {
  const derive = (purpose: string, context = '') =>
    new Uint8Array(hkdfSync('sha256', secretKey, context, `quad ${purpose} v${keyVersion}`, 32))
  const tagMac = createHmacFunction(derive('author tag'))
  const blindMac = createHmacFunction(derive('blind'))
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
  const boxes = new Map<string, SecretBox>()
  const inboxMark = (schoolId: string, userId: string, week: number, n: number) =>
    oldest.blind(['inbox', schoolId, userId, String(week), String(n)])

  const open = async (shut: Buffer, schoolId: string, context: string) => {
    const [first, ...others] = all.map((key) => () => key.open(shut, schoolId, context))
    return others.reduce((tried, next) => tried.catch(next), (first as () => Promise<string>)())
  }
  const unsealContent = async (seal: Buffer, item: SealedItem): Promise<SealContent> => {
    const content = await open(seal, item.schoolId, contextOf(item))
    return { authorId: content.slice(0, uuidLength), textHash: content.slice(uuidLength + 1) || undefined }
  }
  const unseal = async (seal: Buffer, item: SealedItem) => (await unsealContent(seal, item)).authorId

  const tag = (userId: string, item: SealedItem) => Buffer.from(newest.tag(userId, item), 'binary')
  const compared = Buffer.alloc(digest)
  const wrote = (key: (typeof all)[number], userId: string, item: SealedItem, found: Buffer) => {
    compared.write(key.tag(userId, item), 'binary')
    return timingSafeEqual(compared, found)
  }

  const reseal = async ({ authorId, textHash }: SealContent, item: SealedItem): Promise<Authorship> => ({
    author_tag: tag(authorId, item),
    author_seal: await newest.shut(textHash ? `${authorId} ${textHash}` : authorId, item.schoolId, contextOf(item)),
  })

  return {
    seal: (authorId, item, text) => reseal({ authorId, textHash: hashText(text) }, item),
    reseal,
    tag,
    isAuthor: (userId, item, found) => found !== null && all.some((key) => wrote(key, userId, item, found)),
    unseal,
    unsealContent,
    keyedHash: (...parts) => oldest.blind(parts),
    keyedId: (...parts) => oldest.blindId(parts),
    inboxMark,
    inboxMarksOfAuthor: async (seal, item, week, count) => {
      const author = await unseal(seal, item)
      return Array.from({ length: count }, (_, n) => inboxMark(item.schoolId, author, week, n))
    },
    encrypt: newest.shut,
    decrypt: open,
    box(purpose, padToBytes) {
      const known = boxes.get(purpose) ?? openSecretBox([secretKey, ...older], purpose, padToBytes)
      boxes.set(purpose, known)
      return known
    },
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
function createHmacFunction(key: Uint8Array): (text: string, encoding?: 'binary' | 'hex') => string {
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
