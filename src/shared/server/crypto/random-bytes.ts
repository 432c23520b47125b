import { randomBytes } from 'node:crypto'

/** First byte of a seal: its version. The next 32 bytes are an X25519 point, whose last bit is always 0. */
const [version, point] = [1, 32]
/** Bytes of a tag or another keyed hash. */
const hashLength = 32

/** Random bytes that, without the key, cannot be distinguished from the seal or keyed hash that they replace. */
export function randomLike(bytes: Buffer): Buffer {
  const random = randomBytes(bytes.length)
  if (bytes.length <= hashLength) return random
  bytes.copy(random, 0, 0, version)
  random.writeUInt8(random.readUInt8(point) & 0x7f, point)
  return random
}
