import { hkdfSync } from 'node:crypto'
import { type BoxPurpose, boxPurposes, type SealedItem, type WrappedEpoch } from '../crypto/anonymity.ts'
import { openAuthorKeys } from '../crypto/author-keys.ts'
import { openArchiveKeys } from '../crypto/encrypted-files.ts'
import { type EvidenceFile, openEvidenceKeys } from '../crypto/evidence-keys.ts'
import { readTagMonth, toEpoch } from '../crypto/seal-epochs.ts'
import { deriveBoxKeys, openSecretBox } from '../crypto/secret-box.ts'
import { openEpochRings } from './epoch-rings.ts'
import type { OpeningLog } from './opening-log.ts'

/** Items that wait for publication are padded to a multiple of this. */
const pendingPadding = 4096

/** Keys that servers get, newest first where they are lists. None of them leads to the author of an anonymous item. */
export type ServiceKeys = {
  readonly boxes: Readonly<Record<BoxPurpose, readonly Buffer[]>>
  readonly rateLimits: Buffer
  readonly hashes: Buffer
}

/**
 * What the key process computes for servers. There are no other calls, and none returns a key that opens a seal or that
 * finds an author.
 */
export function openKeyOperations(secretKeys: readonly [string, ...string[]], logOpening: OpeningLog) {
  const [newest, ...older] = secretKeys
  const keys = openAuthorKeys(newest, older)
  const archive = openArchiveKeys(secretKeys)
  const epochs = openEpochRings(secretKeys)
  const evidence = openEvidenceKeys(secretKeys)
  const pending = openSecretBox(deriveBoxKeys(secretKeys, 'pending item'), pendingPadding)
  const derive = (secretKey: string, purpose: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `quad ${purpose} v1`, 32))
  /** `tags[n]` is that of the row `ids[n]`: lists are shorter in a message than rows. */
  function listOwn(
    userId: string,
    kind: string,
    ids: readonly string[],
    tags: readonly Buffer[],
    wrapped: readonly WrappedEpoch[] = [],
  ): string[] {
    const rings = new Map(wrapped.map((epoch) => [epoch.epoch, epochs.open(epoch)]))
    const toRing = (tag: Buffer) => {
      const month = readTagMonth(tag)
      return month === undefined ? undefined : rings.get(toEpoch(month))
    }
    return ids.filter((id, at) => {
      const tag = tags[at]
      return tag !== undefined && keys.isAuthor(userId, { schoolId: '', kind, id }, tag, toRing(tag))
    })
  }
  return {
    serviceKeys: (): ServiceKeys => ({
      boxes: Object.fromEntries(
        boxPurposes.map((purpose) => [purpose, deriveBoxKeys(secretKeys, purpose)]),
      ) as unknown as ServiceKeys['boxes'],
      rateLimits: derive(newest, 'rate limits'),
      hashes: derive(older.at(-1) ?? newest, 'service hashes'),
    }),
    createArchiveKey: archive.create,
    findArchiveKey: archive.find,
    fingerprint: archive.fingerprint,
    createEpochKey: epochs.create,
    createEvidenceKey: evidence.create,
    /** Logged like the opening of a seal, and counted against the same quota. */
    openEvidenceKey(wrapped: Buffer, file: EvidenceFile) {
      logOpening({ schoolId: file.schoolId, kind: 'evidence', id: file.name })
      return evidence.open(wrapped, file)
    },
    seal: (userId: string, item: SealedItem, text: string, epoch?: Epoch) =>
      keys.seal(userId, item, text, epochs.open(epoch)),
    tag: keys.tag,
    isAuthor: (userId: string, item: SealedItem, tag: Buffer | null, epoch?: Epoch) =>
      keys.isAuthor(userId, item, tag, epochs.open(epoch)),
    listOwn,
    /** Servers of the previous release call this, `keyedIds` and `inboxMarks`. The next release drops all three. */
    findOwn: (userId: string, kind: string, rows: readonly Tagged[], wrapped?: readonly WrappedEpoch[]) =>
      listOwn(
        userId,
        kind,
        rows.map(({ id }) => id),
        rows.map(({ author_tag }) => author_tag),
        wrapped,
      ),
    keyedIds: (lists: readonly (readonly string[])[]): string[][] => lists.map((parts) => keys.keyedIds(...parts)),
    unsealContent: (seal: Buffer, item: SealedItem, epoch?: Epoch) => {
      logOpening(item)
      return keys.unsealContent(seal, item, epochs.open(epoch))
    },
    isSealedBy: (viewer: { readonly id: string }, seal: Buffer, item: SealedItem, epoch?: Epoch) =>
      keys.isSealedBy(viewer, seal, item, epochs.open(epoch)),
    sealsText: (seal: Buffer, item: SealedItem, text: string, epoch?: Epoch) =>
      keys.sealsText(seal, item, text, epochs.open(epoch)),
    keyedHash: keys.keyedHash,
    keyedHashes: keys.keyedHashes,
    deriveIds: (before: readonly string[], ends: readonly string[]): string[][] =>
      ends.map((end) => keys.keyedIds(...before, end)),
    lastingHash: (lasting: WrappedEpoch, parts: readonly string[]) => keys.lastingHash(epochs.open(lasting), parts),
    lastingHashOfAuthor: async (seal: Buffer, item: SealedItem, lasting: WrappedEpoch, toParts: AuthorParts) =>
      keys.lastingHash(epochs.open(lasting), [...toParts.before, await keys.unseal(seal, item), ...toParts.after]),
    ownInboxMarks: keys.ownInboxMarks,
    inboxMarks: keys.inboxMarks,
    inboxMarksOfAuthor: (seal: Buffer, item: SealedItem, week: number, count: number, epoch?: Epoch) =>
      keys.inboxMarksOfAuthor(seal, item, week, count, epochs.open(epoch)),
    /** `into` is the epoch of the new seal: by default that of the former one. */
    moveSeal: (seal: Buffer, from: SealedItem, to: SealedItem, epoch?: Epoch, into: Epoch = epoch) =>
      keys.moveSeal(seal, from, to, epochs.open(epoch), epochs.open(into)),
    decisionMarks: keys.decisionMarks,
    decisionMarksOfAuthor: (seal: Buffer, item: SealedItem, epoch?: Epoch) =>
      keys.decisionMarksOfAuthor(seal, item, epochs.open(epoch)),
    encryptPending: pending.encrypt,
    decryptPending: pending.decrypt,
  }
}

/** Absent for rows without a month. A message has null for undefined. */
type Epoch = WrappedEpoch | null | undefined
/** The parts of a hash before and after the author's id. */
export type AuthorParts = { readonly before: readonly string[]; readonly after: readonly string[] }

type Tagged = { readonly id: string; readonly author_tag: Buffer }

type KeyOperations = ReturnType<typeof openKeyOperations>
export type KeyOperationName = keyof KeyOperations

/** The operations as servers call them: in this process, or over a socket. */
export type KeyCalls = {
  [Name in KeyOperationName]: (
    ...args: Parameters<KeyOperations[Name]>
  ) => Promise<Awaited<ReturnType<KeyOperations[Name]>>>
}

export const keyOperationNames = [
  'serviceKeys',
  'createArchiveKey',
  'findArchiveKey',
  'fingerprint',
  'createEpochKey',
  'createEvidenceKey',
  'openEvidenceKey',
  'seal',
  'tag',
  'isAuthor',
  'listOwn',
  'findOwn',
  'unsealContent',
  'isSealedBy',
  'sealsText',
  'keyedHash',
  'keyedHashes',
  'keyedIds',
  'deriveIds',
  'lastingHash',
  'lastingHashOfAuthor',
  'ownInboxMarks',
  'inboxMarks',
  'inboxMarksOfAuthor',
  'moveSeal',
  'decisionMarks',
  'decisionMarksOfAuthor',
  'encryptPending',
  'decryptPending',
] as const satisfies readonly KeyOperationName[]

/** Makes an object with each operation from a function that calls one. */
export const createCalls = (call: (name: KeyOperationName, args: readonly unknown[]) => Promise<unknown>): KeyCalls =>
  Object.fromEntries(
    keyOperationNames.map((name) => [name, (...args: unknown[]) => call(name, args)]),
  ) as unknown as KeyCalls

/** Calls the operations in this process. */
export function callDirectly(operations: KeyOperations): KeyCalls {
  return createCalls(async (name, args) => (operations[name] as (...all: readonly unknown[]) => unknown)(...args))
}
