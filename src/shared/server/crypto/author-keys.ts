import { hash, hkdfSync, timingSafeEqual, type webcrypto } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import {
  type Authorship,
  hashText,
  isSealedText,
  maxSealedDecisions,
  type SealContent,
  type SealedItem,
} from './anonymity.ts'

/** First byte of each seal, which identifies the format: from 2 on it binds the text. */
const sealVersion = 2
/** Part of the names of the derived keys; never changes. */
const keyVersion = 1
const uuidLength = 36
const encapsulated = 32

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

export type AuthorKeys = ReturnType<typeof openAuthorKeys>

/**
 * The cryptography of `Anonymity` under SECRET_KEY: for the key process, commands and tests. During a key rotation there are
 * `older` keys: the newest key seals, any key reads. Rows that are found by keyed hashes are looked up under each key; `rotate-keys` moves them to the newest. Other keyed
 * hashes use the oldest key until it is removed.
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

  const decisionMarks = (schoolId: string, userId: string) =>
    all.flatMap((key) =>
      Array.from({ length: maxSealedDecisions }, (_, n) => key.blind(['decision', schoolId, userId, String(n)])),
    )

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
    return Array.from({ length: marks.length / digest }, (_, n) => marks.subarray(n * digest, (n + 1) * digest))
  }

  const open = async (shut: Buffer, schoolId: string, context: string) => {
    const [first, ...others] = all.map((key) => () => key.open(shut, schoolId, context))
    return others.reduce((tried, next) => tried.catch(next), (first as () => Promise<string>)())
  }
  const unsealContent = async (seal: Buffer, item: SealedItem): Promise<SealContent> => {
    const content = await open(seal, item.schoolId, sealContext(item))
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
    author_seal: await newest.shut(textHash ? `${authorId} ${textHash}` : authorId, item.schoolId, sealContext(item)),
  })

  return {
    seal: (authorId: string, item: SealedItem, text: string) => reseal({ authorId, textHash: hashText(text) }, item),
    /** Seals content that was unsealed from another seal. */
    reseal,
    tag,
    isAuthor: (userId: string, item: SealedItem, found: Buffer | null): boolean =>
      found !== null && all.some((key) => wrote(key, userId, item, found)),
    unseal,
    unsealContent,
    isSealedBy: async ({ id }: { readonly id: string }, seal: Buffer, item: SealedItem) =>
      (await unseal(seal, item)) === id,
    sealsText: async (seal: Buffer, item: SealedItem, text: string) =>
      isSealedText(await unsealContent(seal, item), text),
    keyedHash: (...parts: string[]) => oldest.blind(parts),
    /** Under each key, the newest first. */
    keyedHashes: (...parts: string[]) => all.map((key) => key.blind(parts)),
    keyedIds: (...parts: string[]) => all.map((key) => key.blindId(parts)),
    inboxMarks,
    inboxMarksOfAuthor: async (seal: Buffer, item: SealedItem, week: number, count: number) =>
      inboxMarks(item.schoolId, await unseal(seal, item), [week], count),
    moveSeal: async (seal: Buffer, from: SealedItem, to: SealedItem) => reseal(await unsealContent(seal, from), to),
    decisionMarks: rememberDecisionMarks,
    // Not from memory: the time of a moderator's call would show whether its author wrote today.
    decisionMarksOfAuthor: async (seal: Buffer, item: SealedItem) =>
      decisionMarks(item.schoolId, await unseal(seal, item)),
    /** Encrypts a text to the school's key, bound to `context`. */
    encrypt: newest.shut,
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
