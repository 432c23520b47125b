import { createHash } from 'node:crypto'
import sharp, { type OutputInfo } from 'sharp'
import sharpPhash from 'sharp-phash'

/** What is compared with the blocklist of images. */
export type Fingerprints = {
  /** SHA-256 of the size and the decoded pixels, in hexadecimal: equal for the same file. */
  readonly pixels: string
  /** 64 bits as '0' and '1': near for copies. Null for an image with too little shape, which would be near to any other. */
  readonly phash: string | null
}

/** Its types are those of an ES module, which it is not. */
const phash = sharpPhash as unknown as typeof sharpPhash.default

/** Least standard deviation of the brightness, of 0 to 255: the hash of a flat image is noise, and near to that of any other. */
const minContrast = 4
const sampleSide = 32

/** `data` are the pixels of a decoded image. */
export async function findFingerprints(data: Buffer, info: OutputInfo): Promise<Fingerprints> {
  const { width, height, channels } = info
  const pixels = createHash('sha256').update(`${width}x${height}x${channels}`).update(data).digest('hex')
  const raw = { raw: { width, height, channels } }
  const size = { width: sampleSide, height: sampleSide, fit: 'fill' } as const
  const grey = await sharp(data, raw).greyscale().resize(size).raw().toBuffer()
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length
  const contrast = Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length)
  return { pixels, phash: contrast < minContrast ? null : await phash(data, raw) }
}
