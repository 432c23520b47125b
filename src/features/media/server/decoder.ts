// Runs in its own process and decodes untrusted files: a crash ends one upload, not the server. Started by
// decoder-pool.ts, which sends files and enforces a deadline. Imports only what sandbox.ts lets it read.
import { open, readFile, writeFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { type Fingerprints, findFingerprints } from './fingerprints.ts'
import { BrokenVideo, stripVideo } from './mp4-atoms.ts'
import { readMp4 } from './voice-mp4.ts'
import { writeMp4 } from './voice-mp4-writer.ts'
import { BrokenRecording, toMilliseconds } from './voice-note.ts'
import { readWebm, writeWebm } from './voice-webm.ts'

/** How to process the file `source` in the working folder. Images become `result.webp`, `result-320.webp`, … */
export type Job = {
  readonly widths: readonly number[]
  /** Longest side of the stored image, in pixels. */
  readonly maxSidePx?: number | undefined
  readonly takesGif: boolean
  readonly takesVideo: boolean
  /** Takes a recording of sound, and nothing else. */
  readonly takesVoice?: boolean
}

/** `invalid` when this job does not accept the file type, `too_large` when it has too many pixels. */
export type Outcome =
  | { readonly refused: 'invalid' | 'too_large' }
  | (Fingerprints & {
      readonly kind: 'image'
      readonly width: number
      readonly height: number
      /** In base64. */
      readonly thumbhash: string
      /** Widths of the smaller copies. */
      readonly widths: readonly number[]
    })
  /** Changed in place. */
  | {
      readonly kind: 'video'
      readonly extension: 'mp4' | 'mov'
      readonly width: number | null
      readonly height: number | null
    }
  /** Written again as `result.m4a` or `result.weba`. */
  | { readonly kind: 'audio'; readonly extension: 'm4a' | 'weba'; readonly durationMs: number }

/** File names in the working folder, which the server shares with this process. */
const source = 'source'
const resultName = (width?: number) => (width === undefined ? 'result.webp' : `result-${width}.webp`)

/** `pixelsAtOnce` applies to formats that cannot be decoded line by line and fill memory completely. */
const limits = { pixels: 40_000_000, pixelsAtOnce: 12_500_000, side: 8192, frames: 100, keptSide: 2560, thumb: 100 }
const quality = 80

const pictures = ['image/jpeg', 'image/png', 'image/apng', 'image/webp']
const videos: Readonly<Record<string, 'mp4' | 'mov'>> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov' }

sharp.cache(false)
sharp.concurrency(1)
// libvips reads dozens of formats. Only these four are allowed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}File`),
})
setPriority(Math.max(getPriority(), 5)) // requests have priority; a server that runs at a lower one cannot raise it

process.on('message', async (job: Job) => {
  process.send?.(await decode(job))
  globalThis.gc?.() // pixels are outside the JavaScript heap, so their size does not trigger garbage collection
})
process.on('disconnect', () => process.exit())

async function decode(job: Job): Promise<Outcome> {
  if (job.takesVoice) return keepVoice()
  const type = (await fileTypeFromFile(source).catch(() => undefined))?.mime ?? ''
  try {
    const extension = videos[type]
    if (extension) return job.takesVideo ? await keepVideo(extension) : { refused: 'invalid' }
    if (pictures.includes(type) || (job.takesGif && type === 'image/gif')) return await makePicture(job)
    return { refused: 'invalid' }
  } catch (error) {
    if (isFull(error)) throw error
    return { refused: 'invalid' }
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EIO'].includes((error as { code?: string }).code ?? '')

async function makePicture({ widths, maxSidePx = limits.keptSide }: Job): Promise<Outcome> {
  // The pixel limit of sharp is off for reading the header only. Nothing is decoded before isTooLarge accepts it.
  const head = await sharp(source, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (isTooLarge(head)) return { refused: 'too_large' }
  const { data, info } = await sharp(source, { limitInputPixels: limits.pixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const whole = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

  await whole().webp({ quality }).toFile(resultName())
  const smaller = widths.filter((width) => width < info.width)
  for (const width of smaller) await whole().resize({ width }).webp({ quality }).toFile(resultName(width))
  const small = await whole()
    .resize({ width: limits.thumb, height: limits.thumb, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const thumbhash = Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString('base64')
  const { width, height } = info
  return { kind: 'image', width, height, thumbhash, widths: smaller, ...(await findFingerprints(data, info)) }
}

function isTooLarge({ width, height, pages = 1, format, isProgressive }: Metadata): boolean {
  const pixels = isProgressive || format === 'webp' ? limits.pixelsAtOnce : limits.pixels
  return width > limits.side || height > limits.side || width * height > pixels || pages > limits.frames
}

const webmMark = 0x1a45dfa3

/** Writes the sound of a recording again: tags, times, names of programs and other tracks are left out. */
async function keepVoice(): Promise<Outcome> {
  const file = await readFile(source)
  try {
    const isWebm = file.length > 4 && file.readUInt32BE(0) === webmMark
    const recording = isWebm ? readWebm(file) : readMp4(file)
    const extension = isWebm ? 'weba' : 'm4a'
    await writeFile(`result.${extension}`, isWebm ? writeWebm(recording) : writeMp4(recording))
    return { kind: 'audio', extension, durationMs: toMilliseconds(recording) }
  } catch (error) {
    if (error instanceof BrokenRecording) return { refused: 'invalid' }
    throw error
  }
}

async function keepVideo(extension: 'mp4' | 'mov'): Promise<Outcome> {
  const file = await open(source, 'r+')
  try {
    const size = await stripVideo(file)
    return { kind: 'video', extension, width: size?.width ?? null, height: size?.height ?? null }
  } catch (error) {
    if (error instanceof BrokenVideo) return { refused: 'invalid' }
    throw error
  } finally {
    await file.close()
  }
}
