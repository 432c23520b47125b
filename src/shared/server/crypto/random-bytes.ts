import { randomBytes } from 'node:crypto'
import { countSealHeader, readTagMonth, toTagHeader } from './seal-epochs.ts'

/** Bytes of the X25519 point after the header of a seal. The last bit of its last byte is always 0. */
const pointBytes = 32
/** Bytes of a tag or another keyed hash. */
const hashLength = 32

/** Random bytes that, without the key, cannot be distinguished from the seal or keyed hash that they replace. */
export function randomLike(bytes: Buffer): Buffer {
  const random = randomBytes(bytes.length)
  if (bytes.length <= hashLength) return random
  const month = readTagMonth(bytes)
  if (month !== undefined) {
    toTagHeader(month).copy(random)
    return random
  }
  const header = countSealHeader(bytes)
  bytes.copy(random, 0, 0, header)
  const end = header + pointBytes - 1
  random.writeUInt8(random.readUInt8(end) & 0x7f, end)
  return random
}
