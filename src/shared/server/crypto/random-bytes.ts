import { randomBytes } from 'node:crypto'

/** First byte of a seal: how it was made. The 32 bytes behind it are a point of X25519, whose last bit is always 0. */
const [version, point] = [1, 32]
/** Bytes of a tag or another keyed hash. */
const hashLength = 32

/** Random bytes that nobody can tell from the seal or keyed hash that they replace without the key. */
export function randomLike(bytes: Buffer): Buffer {
  const random = randomBytes(bytes.length)
  if (bytes.length <= hashLength) return random
  bytes.copy(random, 0, 0, version)
  random.writeUInt8(random.readUInt8(point) & 0x7f, point)
  return random
}
