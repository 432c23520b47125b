import { createHmac } from 'node:crypto'
import type { Anonymity, EpochKeys } from '../crypto/anonymity.ts'
import type { ArchiveKeys } from '../crypto/encrypted-files.ts'
import { openAnonymity } from './anonymity-calls.ts'
import { noOpeningLog, type OpeningLog } from './opening-log.ts'
import { callDirectly, type KeyCalls, openKeyOperations } from './operations.ts'

/** The cryptography of this installation, as servers and commands use it. */
export type Keys = {
  /** For items of schools where authorship does not end. */
  readonly anonymity: Anonymity
  /** For the items of all schools. */
  openAnonymity(epochs: EpochKeys): Anonymity
  /** What only seals and reseals the months of a school. */
  readonly epochs: EpochCalls
  readonly archive: ArchiveKeys
  /** Of files that are kept as evidence. */
  readonly evidence: EvidenceCalls
  /** Of the keys in Redis that count requests. */
  readonly rateLimits: Buffer
}

export type EvidenceCalls = Pick<KeyCalls, 'createEvidenceKey' | 'openEvidenceKey'>
export type EpochCalls = Pick<KeyCalls, 'createEpochKey' | 'moveSeal' | 'lastingHashOfAuthor'>

/** In this process: for commands and tests, which are given SECRET_KEY. Secret keys newest first. */
export const openKeysHere = (
  secretKeys: readonly [string, ...string[]],
  logOpening: OpeningLog = noOpeningLog,
): Promise<Keys> => openKeys(callDirectly(openKeyOperations(secretKeys, logOpening)))

/** Over calls of the key process, or of `openKeysHere`. */
export async function openKeys(calls: KeyCalls): Promise<Keys> {
  const serviceKeys = await calls.serviceKeys()
  const { hashes } = serviceKeys
  const open = (epochs: EpochKeys) =>
    openAnonymity(calls, epochs, serviceKeys.boxes, (...parts) =>
      createHmac('sha256', hashes).update(JSON.stringify(parts)).digest(),
    )
  const archive: ArchiveKeys = {
    create: calls.createArchiveKey,
    find: calls.findArchiveKey,
    fingerprint: calls.fingerprint,
  }
  return {
    anonymity: open(noEpochs),
    openAnonymity: open,
    epochs: calls,
    archive,
    evidence: calls,
    rateLimits: serviceKeys.rateLimits,
  }
}

const noEpochs: EpochKeys = {
  findForWriting: () => undefined,
  find: () => undefined,
  findLasting: () => undefined,
  hold: (_schoolId, _month, work) => work(undefined),
}
