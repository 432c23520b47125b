import { randomBytes } from 'node:crypto'
import type { WrappedEpoch } from '../crypto/anonymity.ts'
import { type EpochRing, openEpochRing } from '../crypto/author-keys.ts'
import { lastingEpoch, parseEpoch } from '../crypto/seal-epochs.ts'
import { deriveBoxKeys, openSecretBox } from '../crypto/secret-box.ts'

const keyBytes = 32
/** Text of a key with its length, and the bytes that a box of that size takes. */
const [padToBytes, boxBytes] = [48, 77]
/** An unwrapped key is forgotten after this time, so that destroying the stored one is enough. */
const rememberMs = 60_000

export type EpochRings = ReturnType<typeof openEpochRings>

/**
 * The keys of epochs: random, and wrapped for their school and epoch by a key that is derived from SECRET_KEY. The newest
 * wraps, any unwraps. A value can be several wrapped keys, the newest first.
 */
export function openEpochRings(secretKeys: readonly string[]) {
  const remembered = new Map<string, EpochRing>()
  const openBox = (schoolId: string) =>
    openSecretBox(deriveBoxKeys(secretKeys, `seal epochs of ${schoolId}`), padToBytes)
  const toContext = (schoolId: string, epoch: string) => `${schoolId} ${epoch}`

  const wrap = (schoolId: string, epoch: string, key: Buffer): Buffer =>
    openBox(schoolId).encrypt(key.toString('base64url'), toContext(schoolId, epoch))
  const unwrapAll = ({ schoolId, epoch, wrapped }: WrappedEpoch): Buffer[] => {
    const box = openBox(schoolId)
    return Array.from({ length: wrapped.length / boxBytes }, (_, index) => {
      const one = wrapped.subarray(index * boxBytes, (index + 1) * boxBytes)
      return Buffer.from(box.decrypt(one, toContext(schoolId, epoch)), 'base64url')
    })
  }
  const unwrap = (epoch: WrappedEpoch): EpochRing => {
    try {
      return openEpochRing(unwrapAll(epoch), epoch.epoch === lastingEpoch ? undefined : parseEpoch(epoch.epoch))
    } catch {
      return [] // of another SECRET_KEY: nothing is by the viewer, and no seal opens
    }
  }

  return {
    /** A new key, wrapped. */
    create: (schoolId: string, epoch: string): Buffer => wrap(schoolId, epoch, randomBytes(keyBytes)),
    /** The same keys, wrapped by the newest SECRET_KEY. */
    rewrap: (epoch: WrappedEpoch): Buffer =>
      Buffer.concat(unwrapAll(epoch).map((key) => wrap(epoch.schoolId, epoch.epoch, key))),
    /** The newest key alone. */
    keepNewest: ({ wrapped }: WrappedEpoch): Buffer => wrapped.subarray(0, boxBytes),
    isOne: ({ wrapped }: WrappedEpoch): boolean => wrapped.length === boxBytes,
    open(epoch: WrappedEpoch | null | undefined): EpochRing | undefined {
      if (!epoch) return undefined
      const name = `${epoch.schoolId} ${epoch.epoch} ${epoch.wrapped.toString('base64')}`
      const known = remembered.get(name)
      if (known) return known
      const ring = unwrap(epoch)
      remembered.set(name, ring)
      setTimeout(() => remembered.delete(name), rememberMs).unref()
      return ring
    },
  }
}
