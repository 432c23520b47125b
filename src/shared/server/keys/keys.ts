import { createHmac } from 'node:crypto'
import type { Anonymity } from '../crypto/anonymity.ts'
import type { ArchiveKeys } from '../crypto/encrypted-files.ts'
import { openSecretBox, type SecretBox } from '../crypto/secret-box.ts'
import { hideSteps } from '../tracing/trace.ts'
import { noOpeningLog, type OpeningLog } from './opening-log.ts'
import { callDirectly, type KeyCalls, openKeyOperations } from './operations.ts'

/** The cryptography of this installation, as servers and commands use it. */
export type Keys = {
  readonly anonymity: Anonymity
  readonly archive: ArchiveKeys
  /** Of the keys in Redis that count requests. */
  readonly rateLimits: Buffer
}

/** In this process: for commands and tests, which are given SECRET_KEY. Secret keys newest first. */
export const openKeysHere = (
  secretKeys: readonly [string, ...string[]],
  logOpening: OpeningLog = noOpeningLog,
): Promise<Keys> => openKeys(callDirectly(openKeyOperations(secretKeys, logOpening)))

/** Over calls of the key process, or of `openKeysHere`. */
export async function openKeys(calls: KeyCalls): Promise<Keys> {
  const { boxes, rateLimits, hashes } = await calls.serviceKeys()
  const opened = new Map<string, SecretBox>()
  const anonymity: Anonymity = {
    seal: hidden(calls.seal),
    tag: hidden(calls.tag),
    isAuthor: async (userId, item, tag) => tag !== null && calls.isAuthor(userId, item, tag),
    async findOwn(userId, kind, rows) {
      const sealed = rows.filter(({ author_tag }) => author_tag !== null)
      return new Set(sealed.length > 0 ? await calls.findOwn(userId, kind, sealed.map(toTagged)) : [])
    },
    unsealContent: hidden(calls.unsealContent),
    isSealedBy: hidden(({ id }, seal, item) => calls.isSealedBy({ id }, seal, item)),
    sealsText: hidden(calls.sealsText),
    keyedHash: calls.keyedHash,
    keyedHashes: calls.keyedHashes,
    keyedIds: calls.keyedIds,
    inboxMarks: calls.inboxMarks,
    inboxMarksOfAuthor: hidden(calls.inboxMarksOfAuthor),
    moveSeal: hidden(calls.moveSeal),
    decisionMarks: calls.decisionMarks,
    decisionMarksOfAuthor: hidden(calls.decisionMarksOfAuthor),
    encryptPending: calls.encryptPending,
    decryptPending: calls.decryptPending,
    box(purpose, padToBytes) {
      const known = opened.get(purpose) ?? openSecretBox(boxes[purpose], padToBytes)
      opened.set(purpose, known)
      return known
    },
    serviceHash: (...parts) => createHmac('sha256', hashes).update(JSON.stringify(parts)).digest(),
  }
  const archive: ArchiveKeys = {
    create: calls.createArchiveKey,
    find: calls.findArchiveKey,
    fingerprint: calls.fingerprint,
  }
  return { anonymity, archive, rateLimits }
}

/** Traces do not show the steps of what seals or opens: how many there are would tell about authors. */
const hidden =
  <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
  (...args: Args): Result => {
    hideSteps()
    return call(...args)
  }

/** Without the other columns of a row. */
const toTagged = ({ id, author_tag }: { id: string; author_tag: Buffer | null }) => ({ id, author_tag })
