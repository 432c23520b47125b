// A process of its own that reads strangers' bytes: what goes wrong in here ends one upload and not the server.
// Forked by images.ts, which gives it files and a deadline.
import { open, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { fileTypeFromFile } from 'file-type'
import sharp, { type Metadata } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { BrokenVideo, stripVideo } from './mp4-atoms.ts'

/** One uploaded file, and where its results may go: `TARGET.webp`, `TARGET-320.webp`, … */
export type Job = {
  readonly source: string
  readonly target: string
  readonly widths: readonly number[]
  /** The longest side that is kept, in pixels. */
  readonly mostSide?: number | undefined
  readonly takesGif: boolean
  readonly takesVideo: boolean
}

/** What became of it; `invalid` when it is nothing that this job takes, `too_large` when it has too many pixels. */
export type Outcome = Decoded | { readonly refused: 'invalid' | 'too_large' }
export type Decoded = {
  readonly kind: 'image' | 'video'
  readonly extension: 'webp' | 'mp4' | 'mov'
  readonly path: string
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  /** In base64. */
  readonly thumbhash: string | null
  readonly variants: readonly { readonly width: number; readonly path: string }[]
}

/** `pixelsAtOnce` for what can't be read line by line, and so fills memory whole. */
const most = { pixels: 40_000_000, pixelsAtOnce: 12_500_000, side: 8192, frames: 100, keptSide: 2560, thumb: 100 }
const quality = 80

const pictures = ['image/jpeg', 'image/png', 'image/apng', 'image/webp']
const videos: Readonly<Record<string, 'mp4' | 'mov'>> = { 'video/mp4': 'mp4', 'video/quicktime': 'mov' }

sharp.cache(false)
sharp.concurrency(1)
// libvips reads dozens of formats; these four are ours.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}File`),
})
setPriority(5) // requests come first

process.on('message', async (job: Job) => {
  process.send?.(await decode(job))
  globalThis.gc?.() // pixels lie outside the heap, where their weight calls no collector
})
process.on('disconnect', () => process.exit())

async function decode(job: Job): Promise<Outcome> {
  const type = (await fileTypeFromFile(job.source).catch(() => undefined))?.mime ?? ''
  try {
    const extension = videos[type]
    if (extension) return job.takesVideo ? await keepVideo(job, extension) : { refused: 'invalid' }
    if (pictures.includes(type) || (job.takesGif && type === 'image/gif')) return await makePicture(job)
    return { refused: 'invalid' }
  } catch (error) {
    if (isFull(error)) throw error
    return { refused: 'invalid' }
  }
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EIO'].includes((error as { code?: string }).code ?? '')

async function makePicture({ source, target, widths, mostSide = most.keptSide }: Job): Promise<Outcome> {
  // Its own limit of pixels is for the header only; nothing is decoded before it has passed ours.
  const head = await sharp(source, { limitInputPixels: false, failOn: 'error' }).metadata()
  if (isTooLarge(head)) return { refused: 'too_large' }
  const { data, info } = await sharp(source, { limitInputPixels: most.pixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: mostSide, height: mostSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const whole = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })

  const path = `${target}.webp`
  const { size: bytes } = await whole().webp({ quality }).toFile(path)
  const variants: { width: number; path: string }[] = []
  for (const width of widths.filter((width) => width < info.width)) {
    const variant = { width, path: `${target}-${width}.webp` }
    await whole().resize({ width }).webp({ quality }).toFile(variant.path)
    variants.push(variant)
  }
  const small = await whole()
    .resize({ width: most.thumb, height: most.thumb, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const thumbhash = Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)).toString('base64')
  const { width, height } = info
  return { kind: 'image', extension: 'webp', path, bytes, width, height, thumbhash, variants }
}

function isTooLarge({ width, height, pages = 1, format, isProgressive }: Metadata): boolean {
  const pixels = isProgressive || format === 'webp' ? most.pixelsAtOnce : most.pixels
  return width > most.side || height > most.side || width * height > pixels || pages > most.frames
}

async function keepVideo({ source }: Job, extension: 'mp4' | 'mov'): Promise<Outcome> {
  const file = await open(source, 'r+')
  try {
    const size = await stripVideo(file)
    const { size: bytes } = await stat(source)
    const shown = { width: size?.width ?? null, height: size?.height ?? null }
    return { kind: 'video', extension, path: source, bytes, ...shown, thumbhash: null, variants: [] }
  } catch (error) {
    if (error instanceof BrokenVideo) return { refused: 'invalid' }
    throw error
  } finally {
    await file.close()
  }
}
