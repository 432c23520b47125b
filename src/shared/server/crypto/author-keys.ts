import { hash, hkdfSync, timingSafeEqual, type webcrypto } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import {
  type Authorship,
  hashText,
  isSealedText,
  maxSealedDecisions,
  type SealContent,
  type SealedItem,
  splitMarks,
} from './anonymity.ts'
import { countSealHeader, readSealMonth, readTagMonth, toSealHeader, toTagHeader } from './seal-epochs.ts'

/** First byte of each seal, which identifies the format: from 2 on it binds the text. 3 has a month, see seal-epochs.ts. */
const sealVersion = 2
/** Part of the names of the derived keys; never changes. */
const keyVersion = 1
const uuidLength = 36
const encapsulated = 32

/** Users whose marks are kept in memory: at 2 KB each for decisions and 5 KB for inboxes. */
const maxRemembered = 3000

const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/** The operations that one SECRET_KEY provides, or the key of a month of a school. */
function openKey(secretKey: string | Buffer, month?: number) {
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
  const tagHeader = month === undefined ? Buffer.alloc(0) : toTagHeader(month)
  const sealHeader = month === undefined ? Buffer.of(sealVersion) : toSealHeader(month)
  return {
    tag: (userId: string, { kind, id }: SealedItem) => tagMac(JSON.stringify([userId, kind, id])),
    tagHeader,
    blind: (parts: readonly string[]) => Buffer.from(blindMac(JSON.stringify(parts)), 'binary'),
    blindId: (parts: readonly string[]) => version8(blindMac(JSON.stringify(parts), 'hex')),
    async shut(text: string, schoolId: string, context: string) {
      const { publicKey } = await keyPairFor(schoolId)
      const bound = bytes(`${schoolId} ${context}`)
      const { enc, ct } = await suite.seal({ recipientPublicKey: publicKey }, bytes(text), bound)
      return Buffer.concat([sealHeader, new Uint8Array(enc), new Uint8Array(ct)])
    },
    async open(shut: Buffer, schoolId: string, context: string) {
      const { privateKey } = await keyPairFor(schoolId)
      const sealed = shut.subarray(countSealHeader(shut))
      const enc = new Uint8Array(sealed.subarray(0, encapsulated)).buffer
      const text = new Uint8Array(sealed.subarray(encapsulated)).buffer
      const bound = bytes(`${schoolId} ${context}`)
      return Buffer.from(await suite.open({ recipientKey: privateKey, enc }, text, bound)).toString()
    },
  }
}

type Key = ReturnType<typeof openKey>

/**
 * The keys of one epoch of a school, the newest first: more than one only while `rotate-keys --reseal` replaces it. Empty
 * when they could not be unwrapped.
 */
export type EpochRing = readonly Key[]

export const openEpochRing = (keys: readonly Buffer[], month: number | undefined): EpochRing =>
  keys.map((key) => openKey(key, month))

export type AuthorKeys = ReturnType<typeof openAuthorKeys>

/**
 * The cryptography of `Anonymity` under SECRET_KEY: for the key process, commands and tests. During a key rotation there are
 * `older` keys: the newest key seals, any key reads. Rows that are found by keyed hashes are looked up under each key; `rotate-keys` moves them to the newest. Other keyed
 * hashes use the oldest key until it is removed. A tag or seal with a month is made and read with the ring of its epoch instead,
 * which does not depend on SECRET_KEY.
 */
export function openAuthorKeys(secretKey: string, older: readonly string[] = []) {
  const newest = openKey(secretKey)
  const all = [newest, ...older.map(openKey)]
  const oldest = all.at(-1) ?? newest
  const sealContext = ({ kind, id }: SealedItem) => `${kind} ${id}`
  const inboxMarks = (schoolId: string, userId: string, weeks: readonly number[], perWeek: number) =>
    all.flatMap((key) =>
      weeks.flatMap((week) =>
        Array.from({ length: perWeek }, (_, n) => key.blind(['inbox', schoolId, userId, String(week), String(n)])),
      ),
    )

  const rememberedInboxes = createMemory()
  const rememberedDecisions = createMemory()
  const decisionMarks = (schoolId: string, userId: string) =>
    all.flatMap((key) =>
      Array.from({ length: maxSealedDecisions }, (_, n) => key.blind(['decision', schoolId, userId, String(n)])),
    )

  /** A seal with a month is opened by its epoch only, any other by a SECRET_KEY only. */
  const open = async (shut: Buffer, schoolId: string, context: string, epoch: EpochRing = []) => {
    const ring = readSealMonth(shut) === undefined ? all : epoch
    const [first, ...others] = ring.map((key) => () => key.open(shut, schoolId, context))
    if (!first) throw new Error('The key of this month is missing.')
    return others.reduce((tried, next) => tried.catch(next), first())
  }
  const unsealContent = async (seal: Buffer, item: SealedItem, epoch?: EpochRing): Promise<SealContent> => {
    const content = await open(seal, item.schoolId, sealContext(item), epoch)
    return { authorId: content.slice(0, uuidLength), textHash: content.slice(uuidLength + 1) || undefined }
  }
  const unseal = async (seal: Buffer, item: SealedItem, epoch?: EpochRing) =>
    (await unsealContent(seal, item, epoch)).authorId

  const tagWith = (key: Key, userId: string, item: SealedItem) =>
    Buffer.concat([key.tagHeader, Buffer.from(key.tag(userId, item), 'binary')])
  const tag = (userId: string, item: SealedItem) => tagWith(newest, userId, item)
  const compared = Buffer.alloc(digest)
  const wrote = (key: Key, userId: string, item: SealedItem, mac: Buffer) => {
    compared.write(key.tag(userId, item), 'binary')
    return timingSafeEqual(compared, mac)
  }
  const isAuthor = (userId: string, item: SealedItem, found: Buffer | null, epoch: EpochRing = []): boolean => {
    if (found === null) return false
    if (readTagMonth(found) === undefined) return all.some((key) => wrote(key, userId, item, found))
    const mac = found.subarray(-digest)
    return epoch.some((key) => wrote(key, userId, item, mac))
  }

  /** Without a ring, for good; with one, until its epoch is destroyed. */
  const reseal = async (
    { authorId, textHash }: SealContent,
    item: SealedItem,
    epoch?: EpochRing,
  ): Promise<Authorship> => {
    const key = epoch ? epoch[0] : newest
    if (!key) throw new Error('The key of this month is missing.')
    const content = textHash ? `${authorId} ${textHash}` : authorId
    return {
      author_tag: tagWith(key, authorId, item),
      author_seal: await key.shut(content, item.schoolId, sealContext(item)),
    }
  }

  return {
    seal: (authorId: string, item: SealedItem, text: string, epoch?: EpochRing) =>
      reseal({ authorId, textHash: hashText(text) }, item, epoch),
    /** Seals content that was unsealed from another seal. */
    reseal,
    tag,
    isAuthor,
    unseal,
    unsealContent,
    isSealedBy: async ({ id }: { readonly id: string }, seal: Buffer, item: SealedItem, epoch?: EpochRing) =>
      (await unseal(seal, item, epoch)) === id,
    sealsText: async (seal: Buffer, item: SealedItem, text: string, epoch?: EpochRing) =>
      isSealedText(await unsealContent(seal, item, epoch), text),
    keyedHash: (...parts: string[]) => oldest.blind(parts),
    /** Under each key, the newest first. */
    keyedHashes: (...parts: string[]) => all.map((key) => key.blind(parts)),
    keyedIds: (...parts: string[]) => all.map((key) => key.blindId(parts)),
    lastingHash: (ring: EpochRing | undefined, parts: readonly string[]): Buffer => {
      const [key] = ring ?? []
      if (!key) throw new Error('The lasting key does not open.')
      return key.blind(parts)
    },
    inboxMarks,
    /** The same for a user's own requests, one after the other in one buffer. */
    ownInboxMarks: (schoolId: string, userId: string, weeks: readonly number[], perWeek: number): Buffer =>
      rememberedInboxes([schoolId, userId, ...weeks, perWeek].join(' '), () =>
        inboxMarks(schoolId, userId, weeks, perWeek),
      ),
    inboxMarksOfAuthor: async (seal: Buffer, item: SealedItem, week: number, count: number, epoch?: EpochRing) =>
      inboxMarks(item.schoolId, await unseal(seal, item, epoch), [week], count),
    /** `into` is the epoch of the new seal. */
    moveSeal: async (seal: Buffer, from: SealedItem, to: SealedItem, epoch?: EpochRing, into = epoch) =>
      reseal(await unsealContent(seal, from, epoch), to, into),
    decisionMarks: (schoolId: string, userId: string): Buffer[] =>
      splitMarks(rememberedDecisions(`${schoolId} ${userId}`, () => decisionMarks(schoolId, userId))),
    // Not from memory: the time of a moderator's call would show whether its author wrote today.
    decisionMarksOfAuthor: async (seal: Buffer, item: SealedItem, epoch?: EpochRing) =>
      decisionMarks(item.schoolId, await unseal(seal, item, epoch)),
    /** Encrypts a text to the school's key, bound to `context`. */
    encrypt: newest.shut,
  }
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer

/** Block size and digest size of SHA-256, in bytes. */
const [block, digest] = [64, 32]

/** Remembers joined marks by a name, and forgets those least recently used. */
function createMemory() {
  const known = new Map<string, Buffer>()
  return (name: string, make: () => Buffer[]): Buffer => {
    const marks = known.get(name) ?? Buffer.concat(make())
    known.delete(name)
    known.set(name, marks)
    const [oldest] = known.size > maxRemembered ? known.keys() : []
    if (oldest !== undefined) known.delete(oldest)
    return marks
  }
}

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
