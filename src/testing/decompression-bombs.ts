// Images that are small files but need much memory when they are decoded.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 80, b: 40 } } })

/** One of each kind. The server refuses all of them. */
export async function makeBombs({ frames = 40_000 } = {}) {
  const png = await picture(60, 40).png().toBuffer()
  return {
    header: withSides(png, 64_250),
    frames: await animation(frames),
    wide: await picture(8193, 1).png().toBuffer(),
    // Decoded progressively or as a whole, these would hold all pixels in memory.
    progressive: await picture(3600, 3500).jpeg({ progressive: true }).toBuffer(),
    interlaced: await picture(3600, 3500).png({ progressive: true }).toBuffer(),
    webp: await picture(3600, 3500).webp({ effort: 0 }).toBuffer(),
  }
}

/** An image with a text chunk of 256 MB. The server may also accept it, without the text. */
export const makeTextBomb = async () => withText(await picture(60, 40).png().toBuffer(), 256 * 1024 * 1024)

/** The largest accepted image: seconds of work for the decoder. */
export const makeLargestPicture = () => picture(8000, 5000).jpeg().toBuffer()

const header = { type: 12, width: 16, height: 20, end: 29 }

/** Writes a width and height into the header of a PNG. */
function withSides(png: Buffer, side: number): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(side, header.width)
  bytes.writeUInt32BE(side, header.height)
  bytes.writeUInt32BE(crc(bytes.subarray(header.type, header.end)), header.end)
  return bytes
}

/** Adds a compressed comment of `size` bytes to a PNG. */
function withText(png: Buffer, size: number): Buffer {
  const chunk = Buffer.concat([Buffer.from('zTXtComment\0\0', 'latin1'), deflateSync(Buffer.alloc(size), { level: 1 })])
  const framed = Buffer.alloc(chunk.length + 8)
  framed.writeUInt32BE(chunk.length - 4, 0)
  chunk.copy(framed, 4)
  framed.writeUInt32BE(crc(chunk), chunk.length + 4)
  const afterHeader = header.end + 4
  return Buffer.concat([png.subarray(0, afterHeader), framed, png.subarray(afterHeader)])
}

/** An animated WebP of one pixel. */
async function animation(frames: number): Promise<Buffer> {
  const still = await picture(1, 1).webp({ lossless: true }).toBuffer()
  const chunk = (name: string, ...content: readonly Buffer[]) => {
    const head = Buffer.from(`${name}0000`)
    head.writeUInt32LE(
      content.reduce((sum, { length }) => sum + length, 0),
      4,
    )
    return Buffer.concat([head, ...content])
  }
  const frame = chunk('ANMF', Buffer.alloc(16), still.subarray(12))
  const isAnimated = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const all = [
    chunk('VP8X', isAnimated),
    chunk('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ]
  return chunk('RIFF', Buffer.from('WEBP'), ...all)
}

function crc(bytes: Buffer): number {
  let value = ~0
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return ~value >>> 0
}
