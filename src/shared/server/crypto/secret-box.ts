import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encryption for data that only servers read: in rows, Redis and jobs. Without SECRET_KEY it reveals neither text nor
 * length.
 */
export type SecretBox = {
  /** Bound to a context: it can be decrypted for the same context only. */
  encrypt(text: string, context: string): Buffer
  /** Throws for another key or context, and for modified data. */
  decrypt(box: Buffer, context: string): string
}

const version = 1
const [nonceBytes, authTagBytes, lengthBytes] = [12, 16, 4]

/** The keys of a box for one purpose, in the order of the secret keys. */
export const deriveBoxKeys = (secretKeys: readonly string[], purpose: string): Buffer[] =>
  secretKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', `quad box ${purpose} v${version}`, 32)))

/**
 * AES-256-GCM under keys, newest first: the newest encrypts, any of them decrypts. Texts are padded to a multiple of
 * `padToBytes`, so that sizes reveal nothing.
 */
export function openSecretBox(keys: readonly Buffer[], padToBytes: number): SecretBox {
  const [newest] = keys
  if (!newest) throw new Error('A secret box needs a key.')

  const open = (key: Buffer, box: Buffer, context: string) => {
    const nonce = box.subarray(1, 1 + nonceBytes)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: authTagBytes })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(box.subarray(-authTagBytes))
    const padded = Buffer.concat([decipher.update(box.subarray(1 + nonceBytes, -authTagBytes)), decipher.final()])
    return padded.toString('utf8', lengthBytes, lengthBytes + padded.readUInt32BE())
  }

  return {
    encrypt(text, context) {
      const size = Buffer.byteLength(text)
      const padded = Buffer.alloc(Math.ceil((lengthBytes + size) / padToBytes) * padToBytes)
      padded.writeUInt32BE(size)
      padded.write(text, lengthBytes)
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', newest, nonce, { authTagLength: authTagBytes })
      cipher.setAAD(Buffer.from(context))
      return Buffer.concat([Buffer.of(version), nonce, cipher.update(padded), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(box, context) {
      if (box.length <= 1 + nonceBytes + authTagBytes) throw new Error('This is not an encrypted value.')
      for (const key of keys.slice(0, -1)) {
        try {
          return open(key, box, context)
        } catch {
          // encrypted with an older key
        }
      }
      return open(keys.at(-1) as Buffer, box, context)
    },
  }
}
