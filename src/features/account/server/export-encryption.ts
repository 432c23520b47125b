import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { UserRef } from '../../../shared/server/personal-data.ts'

/*
 * A copy lists its owner's anonymous content by name, so it must be useless to others. Threat model:
 *
 * - An attacker with the database, the data folder, the store, a backup and SECRET_KEY together cannot read it: each request
 *   creates an X25519 key pair. The public key is stored with the request; the private key is sent in an HttpOnly cookie and
 *   stored nowhere.
 * - An attacker with the session cookie, or with a browser that was left signed in, cannot read it: requests and downloads
 *   both require a sign-in within the last five minutes.
 * - It does not protect against control of the running server during a build or a download, nor of the owner's browser.
 *
 * The file is AES-256-GCM under a key from ephemeral-static Diffie-Hellman, bound to both public keys and to the owner.
 */

const rawKeyBytes = 32
const ivBytes = 12
const tagBytes = 16
/** DER prefixes of the 32 bytes of an X25519 key in PKCS #8 and SPKI. */
const privatePrefix = Buffer.from('302e020100300506032b656e04220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b656e032100', 'hex')

/** Creates a key pair. `secret` must be sent to the owner's browser only. */
export function createExportKey(): { publicKey: Buffer; secret: string } {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-rawKeyBytes).toString('base64url')
  return { publicKey: rawPublic(publicKey), secret }
}

/** Whether `secret` is the private key of `publicKey`. */
export function isExportSecret(secret: string | undefined, publicKey: Buffer | null): secret is string {
  return (
    publicKey !== null &&
    /^[A-Za-z0-9_-]{43}$/.test(secret ?? '') &&
    rawPublic(createPublicKey(toPrivate(secret ?? ''))).equals(publicKey)
  )
}

/**
 * Encrypts a stream into a new file with owner-only permissions. Returns the envelope, which decryption needs besides
 * the key.
 */
export async function encryptToFile(
  content: Readable,
  path: string,
  owner: UserRef,
  publicKey: Buffer,
): Promise<Buffer> {
  const ephemeral = generateKeyPairSync('x25519')
  const ephemeralKey = rawPublic(ephemeral.publicKey)
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: toPublic(publicKey) })
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', fileKey(shared, ephemeralKey, publicKey, owner), iv)
  await pipeline(content, cipher, createWriteStream(path, { mode: 0o600 }))
  return Buffer.concat([ephemeralKey, iv, cipher.getAuthTag()])
}

/**
 * Streams that decrypt the output of `encryptToFile`, one after the other. When the file was modified, they fail before the last bytes: a
 * download of known length then ends early.
 */
export function decryption(envelope: Buffer, owner: UserRef, secret: string): readonly [Transform, Transform] {
  const ephemeralKey = envelope.subarray(0, rawKeyBytes)
  const iv = envelope.subarray(rawKeyBytes, rawKeyBytes + ivBytes)
  const privateKey = toPrivate(secret)
  const shared = diffieHellman({ privateKey, publicKey: toPublic(ephemeralKey) })
  const key = fileKey(shared, ephemeralKey, rawPublic(createPublicKey(privateKey)), owner)
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
  return [decipher.setAuthTag(envelope.subarray(-tagBytes)), delayLastChunk()]
}

/** Passes the last chunk on when the stream before it has ended without an error. */
function delayLastChunk(): Transform {
  let last: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      const ready = last
      last = chunk
      pass(null, ready)
    },
    flush(pass) {
      pass(null, last)
    },
  })
}

const fileKey = (shared: Buffer, ephemeralKey: Buffer, publicKey: Buffer, { schoolId, id }: UserRef) =>
  Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeralKey, publicKey]), `export ${schoolId} ${id}`, 32))

const rawPublic = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).subarray(-rawKeyBytes)
const toPublic = (raw: Buffer) =>
  createPublicKey({ key: Buffer.concat([publicPrefix, raw]), type: 'spki', format: 'der' })
const toPrivate = (secret: string) =>
  createPrivateKey({
    key: Buffer.concat([privatePrefix, Buffer.from(secret, 'base64url')]),
    type: 'pkcs8',
    format: 'der',
  })
