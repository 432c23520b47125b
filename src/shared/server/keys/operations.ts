import { hkdfSync } from 'node:crypto'
import { type BoxPurpose, boxPurposes, type SealedItem, type TaggedRow } from '../crypto/anonymity.ts'
import { openAuthorKeys } from '../crypto/author-keys.ts'
import { openArchiveKeys } from '../crypto/encrypted-files.ts'
import { deriveBoxKeys, openSecretBox } from '../crypto/secret-box.ts'
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
  const pending = openSecretBox(deriveBoxKeys(secretKeys, 'pending item'), pendingPadding)
  const derive = (secretKey: string, purpose: string) =>
    Buffer.from(hkdfSync('sha256', secretKey, '', `quad ${purpose} v1`, 32))
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
    seal: keys.seal,
    tag: keys.tag,
    isAuthor: keys.isAuthor,
    findOwn: (userId: string, kind: string, rows: readonly TaggedRow[]): string[] =>
      rows
        .filter(({ id, author_tag }) => keys.isAuthor(userId, { schoolId: '', kind, id }, author_tag))
        .map(({ id }) => id),
    unsealContent: (seal: Buffer, item: SealedItem) => {
      logOpening(item)
      return keys.unsealContent(seal, item)
    },
    isSealedBy: keys.isSealedBy,
    sealsText: keys.sealsText,
    keyedHash: keys.keyedHash,
    keyedHashes: keys.keyedHashes,
    keyedIds: (lists: readonly (readonly string[])[]): string[][] => lists.map((parts) => keys.keyedIds(...parts)),
    inboxMarks: keys.inboxMarks,
    inboxMarksOfAuthor: keys.inboxMarksOfAuthor,
    moveSeal: keys.moveSeal,
    decisionMarks: keys.decisionMarks,
    decisionMarksOfAuthor: keys.decisionMarksOfAuthor,
    encryptPending: pending.encrypt,
    decryptPending: pending.decrypt,
  }
}

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
  'seal',
  'tag',
  'isAuthor',
  'findOwn',
  'unsealContent',
  'isSealedBy',
  'sealsText',
  'keyedHash',
  'keyedHashes',
  'keyedIds',
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
