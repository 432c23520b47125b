import { hash, hkdfSync, timingSafeEqual, type webcrypto } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { sql } from 'kysely'
import type { SealMode } from '../../seal-modes.ts'
import { hideSteps } from '../tracing/trace.ts'
import { openSecretBox, type SecretBox } from './secret-box.ts'

/** The timestamp of an anonymous row, which is exact only to the minute. */
export const currentMinute = sql<Date>`date_trunc('minute', now())`

/** What is sealed: the kind of row, and its id. A tag or seal is valid for this row only. */
export type SealedItem = { readonly schoolId: string; readonly kind: string; readonly id: string }

export type Authorship = { readonly author_tag: Buffer; readonly author_seal: Buffer }
/** As a row stores it: with the mode in which it was written, null for the default. */
export type StoredAuthorship = Authorship & { readonly sealed_mode: SealMode | null }

/**
 * Sealed authorship. An anonymous row holds no user id but two values, both bound to that row: a tag, with which the
 * server can check whether a given user is the author, and a seal, the user id encrypted to the school's moderation
 * key. Without SECRET_KEY both reveal nothing, and no two rows of one author share a value.
 */
export type Anonymity = {
  /** The seal also holds a hash of the text, so that a text that was swapped later can be detected. */
  seal(userId: string, item: SealedItem, text: string): Promise<Authorship>
  /** Seals content that was unsealed from another seal. */
  reseal(content: SealContent, item: SealedItem): Promise<Authorship>
  /** Only the tag, for rows that moderators never unseal. */
  tag(userId: string, item: SealedItem): Buffer
  /** True when this user is the author of the row with this tag. */
  isAuthor(userId: string, item: SealedItem, tag: Buffer | null): boolean
  /** The author's id. Throws when the seal belongs to another row. Every caller must write an audit row. */
  unseal(seal: Buffer, item: SealedItem): Promise<string>
  /** The complete content of a seal; the same rules apply. */
  unsealContent(seal: Buffer, item: SealedItem): Promise<SealContent>
  /** Whether this viewer is the author. Only for the own id of who makes the request: any other id is a guess. */
  isSealedBy(viewer: { readonly id: string }, seal: Buffer, item: SealedItem): Promise<boolean>
  /** Whether this text was sealed. Does not reveal the author, so it needs no audit row. Throws like `unseal`. */
  sealsText(seal: Buffer, item: SealedItem, text: string): Promise<boolean>
  /** A keyed hash for rows that must be found again without naming a user. */
  keyedHash(...parts: string[]): Buffer
  /** The same in the form of a row id: UUID version 8 (RFC 9562). */
  keyedId(...parts: string[]): string
  /** The mark of one notification about a sealed item: the author's n-th of a week. No two rows share one. */
  inboxMark(schoolId: string, userId: string, week: number, n: number): Buffer
  /** The inbox marks of an item's author for a week. Does not reveal the author, so it needs no audit row. */
  inboxMarksOfAuthor(seal: Buffer, item: SealedItem, week: number, count: number): Promise<Buffer[]>
  /** Seals the author of one item for another row. Does not reveal the author, so it needs no audit row. */
  moveSeal(seal: Buffer, from: SealedItem, to: SealedItem): Promise<Authorship>
  /** The marks by which a user finds the decisions about their anonymous items. No two rows share one. */
  decisionMarks(schoolId: string, userId: string): Buffer[]
  /** The same for an item's author. Does not reveal the author, so it needs no audit row. */
  decisionMarksOfAuthor(seal: Buffer, item: SealedItem): Promise<Buffer[]>
  /** Encrypts a text to the school's key, bound to `context`. */
  encrypt(text: string, schoolId: string, context: string): Promise<Buffer>
  /** Decrypts the text. Throws when it was encrypted for another school or context. */
  decrypt(shut: Buffer, schoolId: string, context: string): Promise<string>
  /** Symmetric encryption for servers only, by purpose; texts are padded to a multiple of `padToBytes`. */
  box(purpose: string, padToBytes: number): SecretBox
}

/** Content of a seal. Seals of version 1 have no text hash. */
export type SealContent = { readonly authorId: string; readonly textHash: string | undefined }

/** True when the text is the one that was sealed, or when the seal holds no text hash. */
export const isSealedText = ({ textHash }: SealContent, text: string): boolean =>
  textHash === undefined || textHash === hashText(text)

const hashText = (text: string) => hash('sha256', text, 'base64url')

/** First byte of each seal, which identifies the format: from 2 on it binds the text. */
const sealVersion = 2
/** Part of the names of the derived keys; never changes. */
const keyVersion = 1
const uuidLength = 36
const encapsulated = 32

/** Per author. */
const maxSealedDecisions = 64
const dayMs = 86_400_000
/** Writers, at 2 KB each. */
const maxRememberedMarks = 2000

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** The operations that one SECRET_KEY provides. */
function openKey(secretKey: string) {
  const derive = (purpose: string, context = '') =>
    new Uint8Array(hkdfSync('sha256', secretKey, context, `quad ${purpose} v${keyVersion}`, 32))
  const tagMac = createHmacFunction(derive('author tag'))
  const blindMac = createHmacFunction(derive('blind'))
  const pairs = new Map<string, Promise<webcrypto.CryptoKeyPair>>()
  const keyPairFor = (schoolId: string) => {
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
      const { publicKey } = await keyPairFor(schoolId)
      const bound = bytes(`${schoolId} ${context}`)
      const { enc, ct } = await suite.seal({ recipientPublicKey: publicKey }, bytes(text), bound)
      return Buffer.concat([Buffer.of(sealVersion), new Uint8Array(enc), new Uint8Array(ct)])
    },
    async open(shut: Buffer, schoolId: string, context: string) {
      const { privateKey } = await keyPairFor(schoolId)
      const enc = new Uint8Array(shut.subarray(1, 1 + encapsulated)).buffer
      const text = new Uint8Array(shut.subarray(1 + encapsulated)).buffer
      const bound = bytes(`${schoolId} ${context}`)
      return Buffer.from(await suite.open({ recipientKey: privateKey, enc }, text, bound)).toString()
    },
  }
}

/**
 * Opens the cryptography of this installation. During a key rotation there are `older` keys: the newest key seals, any
 * key reads. Keyed hashes must stay findable, so they use the oldest key until `rotate-keys` has recomputed them.
 */
export function openAnonymity(secretKey: string, older: readonly string[] = []): Anonymity {
  const newest = openKey(secretKey)
  const all = [newest, ...older.map(openKey)]
  const oldest = all.at(-1) ?? newest
  const sealContext = ({ kind, id }: SealedItem) => `${kind} ${id}`
  const boxes = new Map<string, SecretBox>()
  const inboxMark = (schoolId: string, userId: string, week: number, n: number) =>
    oldest.blind(['inbox', schoolId, userId, String(week), String(n)])

  const decisionMarks = (schoolId: string, userId: string) =>
    Array.from({ length: maxSealedDecisions }, (_, n) => oldest.blind(['decision', schoolId, userId, String(n)]))

  /** Of the writers of today. */
  const rememberedMarks = new Map<string, Buffer>()
  let rememberedDay = 0
  const rememberDecisionMarks = (schoolId: string, userId: string): Buffer[] => {
    const today = Math.floor(Date.now() / dayMs)
    if (today !== rememberedDay || rememberedMarks.size >= maxRememberedMarks) rememberedMarks.clear()
    rememberedDay = today
    const key = `${schoolId} ${userId}`
    const known = rememberedMarks.get(key)
    const marks = known ?? Buffer.concat(decisionMarks(schoolId, userId))
    if (!known) rememberedMarks.set(key, marks)
    return Array.from({ length: maxSealedDecisions }, (_, n) => marks.subarray(n * digest, (n + 1) * digest))
  }

  const open = async (shut: Buffer, schoolId: string, context: string) => {
    const [first, ...others] = all.map((key) => () => key.open(shut, schoolId, context))
    return others.reduce((tried, next) => tried.catch(next), (first as () => Promise<string>)())
  }
  const unsealContent = async (seal: Buffer, item: SealedItem): Promise<SealContent> => {
    hideSteps()
    const content = await open(seal, item.schoolId, sealContext(item))
    return { authorId: content.slice(0, uuidLength), textHash: content.slice(uuidLength + 1) || undefined }
  }
  const unseal = async (seal: Buffer, item: SealedItem) => (await unsealContent(seal, item)).authorId

  const tag = (userId: string, item: SealedItem) => {
    hideSteps()
    return Buffer.from(newest.tag(userId, item), 'binary')
  }
  const compared = Buffer.alloc(digest)
  const wrote = (key: (typeof all)[number], userId: string, item: SealedItem, found: Buffer) => {
    compared.write(key.tag(userId, item), 'binary')
    return timingSafeEqual(compared, found)
  }

  const reseal = async ({ authorId, textHash }: SealContent, item: SealedItem): Promise<Authorship> => ({
    author_tag: tag(authorId, item),
    author_seal: await newest.shut(textHash ? `${authorId} ${textHash}` : authorId, item.schoolId, sealContext(item)),
  })

  return {
    seal: (authorId, item, text) => reseal({ authorId, textHash: hashText(text) }, item),
    reseal,
    tag,
    isAuthor: (userId, item, found) => found !== null && all.some((key) => wrote(key, userId, item, found)),
    unseal,
    unsealContent,
    isSealedBy: async ({ id }, seal, item) => (await unseal(seal, item)) === id,
    sealsText: async (seal, item, text) => isSealedText(await unsealContent(seal, item), text),
    keyedHash: (...parts) => oldest.blind(parts),
    keyedId: (...parts) => oldest.blindId(parts),
    inboxMark,
    inboxMarksOfAuthor: async (seal, item, week, count) => {
      const author = await unseal(seal, item)
      return Array.from({ length: count }, (_, n) => inboxMark(item.schoolId, author, week, n))
    },
    moveSeal: async (seal, from, to) => reseal(await unsealContent(seal, from), to),
    decisionMarks: rememberDecisionMarks,
    // Not from memory: the time of a moderator's call would show whether its author wrote today.
    decisionMarksOfAuthor: async (seal, item) => decisionMarks(item.schoolId, await unseal(seal, item)),
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

/** Block size and digest size of SHA-256, in bytes. */
const [block, digest] = [64, 32]

/**
 * HMAC-SHA-256 (RFC 2104) with a key of at most one block: returns a function of the text whose result is binary (one
 * byte per character) or hexadecimal. A page computes dozens. Node's own HMAC creates an object per call, which costs
 * several times as much as both hashes; this one only creates two strings.
 */
function createHmacFunction(key: Uint8Array): (text: string, encoding?: 'binary' | 'hex') => string {
  const padded = (pad: number, room: number) =>
    Buffer.concat([Uint8Array.from({ length: block }, (_, at) => (key[at] ?? 0) ^ pad), Buffer.alloc(room)])
  const outer = padded(0x5c, digest)
  let inner = padded(0x36, 0)
  return (text, encoding = 'binary') => {
    const max = 3 * text.length
    if (inner.length < block + max) inner = padded(0x36, max)
    const end = block + inner.write(text, block)
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), block, 'binary')
    return hash('sha256', outer, encoding)
  }
}

/** Formats 32 hexadecimal digits as a UUID of version 8; the version and variant digits are replaced. */
const version8 = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
