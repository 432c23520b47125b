import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser passes on from its push service. */
export type BrowserSubscription = {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export type TestBrowser = {
  /** The last part of its endpoint. */
  readonly device: string
  readonly subscription: BrowserSubscription
  /** Decrypts a push (RFC 8291). */
  decrypt(body: Buffer): string
}

/** The host of all test browsers. */
export const pushHost = 'fcm.googleapis.com'

/** A browser with keys of its own. */
export function createBrowser(): TestBrowser {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys('base64url')
  const auth = randomBytes(16)
  const device = randomBytes(12).toString('base64url')
  const endpoint = `https://${pushHost}/fcm/send/${device}`
  return {
    device,
    subscription: { endpoint, keys: { p256dh, auth: auth.toString('base64url') } },
    /** One record of `aes128gcm` (RFC 8188): salt, record size, the sender's key, text. */
    decrypt(body) {
      const salt = body.subarray(0, 16)
      const textStart = 21 + body.readUInt8(20)
      const senderKey = body.subarray(21, textStart)
      const record = body.subarray(textStart)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
      const secret = derive(pair.computeSecret(senderKey), auth, info, 32)
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      return padded.toString('utf8', 0, padded.lastIndexOf(2)) // the delimiter of the last record
    },
  }
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
