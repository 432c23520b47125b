import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Anonymity } from '../crypto/anonymity.ts'

/**
 * Event ids as sent to browsers. The bus ids (`milliseconds-count`) would reveal the exact time of an anonymous comment
 * and the activity of other schools. Browsers get the id encrypted as one AES-128 block under a key of the school: it
 * can be decoded when they send it back, and reveals nothing.
 */
export function openEventIds(anonymity: Anonymity) {
  const keys = new Map<string, Buffer>()
  const keyOfSchool = (schoolId: string) => {
    const known = keys.get(schoolId) ?? anonymity.serviceHash('live event ids', schoolId).subarray(0, 16)
    keys.set(schoolId, known)
    return known
  }
  return {
    encode(id: string, schoolId: string): string {
      const [milliseconds = '0', count = '0'] = id.split('-')
      const block = Buffer.alloc(16)
      block.writeBigUInt64BE(BigInt(milliseconds))
      block.writeBigUInt64BE(BigInt(count), 8)
      const cipher = createCipheriv('aes-128-ecb', keyOfSchool(schoolId), null).setAutoPadding(false)
      return cipher.update(block).toString('base64url')
    },
    /** The bus id; undefined for a text that is not an id of this school. */
    decode(text: string | undefined, schoolId: string): string | undefined {
      if (text === undefined || !/^[A-Za-z0-9_-]{22}$/.test(text)) return undefined
      const decipher = createDecipheriv('aes-128-ecb', keyOfSchool(schoolId), null).setAutoPadding(false)
      const block = decipher.update(Buffer.from(text, 'base64url'))
      const [milliseconds, count] = [block.readBigUInt64BE(), block.readBigUInt64BE(8)]
      return milliseconds < 2n ** 48n && count < 2n ** 32n ? `${milliseconds}-${count}` : undefined
    },
  }
}
