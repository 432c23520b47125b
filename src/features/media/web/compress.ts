import { maxFiles, megabyte } from '../contract.gen.ts'
import type { Job, Outcome } from './compress.worker.ts'
import { maxSidePx } from './ladder.ts'
import { shrink } from './shrink.ts'

const allowed = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp']
/** Maximum size of an image relative to its compression target. */
const maxSizeFactor = 5

const inMegabytes = (bytes: number) => `${+(bytes / megabyte).toFixed(1)}MB`

/**
 * Reason why the image helper rejects this file, or undefined. Above five times the target: 'Image is too large.
 * Maximum size after compression is …'.
 */
export function objectionTo(file: File, target: number = megabyte): string | undefined {
  if (!file.type.startsWith('image/')) return 'File must be an image'
  if (!allowed.includes(file.type)) return 'Only JPEG, PNG, and WebP images are allowed'
  if (file.size > maxSizeFactor * target) {
    return `Image is too large. Maximum size after compression is ${inMegabytes(target)}.`
  }
  return undefined
}

/** Reason why the image helper rejects these files together, or undefined. */
export function objectionToAll(
  files: readonly File[],
  target: number = megabyte,
  max: number = maxFiles,
): string | undefined {
  if (files.length > max) return `Maximum ${max} files allowed`
  const bad = files.find((file) => !file.type.startsWith('image/'))
  if (bad) return `${bad.name} is not a valid image file`
  return files.map((file) => objectionTo(file, target)).find(Boolean)
}

/**
 * Compresses an image to at most `target` bytes and 1200 px. Rejects with a message for the user: '{file} is too large
 * … could not be compressed to under {n}MB'.
 */
export async function compress(file: File, target: number = megabyte, signal?: AbortSignal): Promise<File> {
  const picture = await inWorker({ file, target }, signal)
  signal?.throwIfAborted()
  if (!picture) throw new Error(`${file.name} is too large and could not be compressed to under ${inMegabytes(target)}`)
  const ending = picture.type.replace('image/', '.').replace('.jpeg', '.jpg')
  return new File([picture], file.name.replace(/\.\w+$/, '') + ending, { type: picture.type })
}

/** Whether an image is small enough in bytes and pixels to be uploaded unchanged. */
export async function isSmall(file: File, target: number = megabyte): Promise<boolean> {
  if (file.size > target) return false
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return true // the browser cannot decode it; the server decides
  const longest = Math.max(bitmap.width, bitmap.height)
  bitmap.close()
  return longest <= maxSidePx
}

/** Runs in a worker so that typing stays smooth, or on the page where no worker starts. */
function inWorker(job: Job, signal?: AbortSignal): Promise<Blob | undefined> {
  return new Promise((resolve, reject) => {
    const worker = startWorker()
    if (!worker) return resolve(shrink(job.file, job.target))
    const end = () => worker.terminate()
    signal?.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    worker.onerror = () => {
      end()
      resolve(shrink(job.file, job.target))
    }
    worker.onmessage = ({ data }: MessageEvent<Outcome>) => {
      end()
      if ('problem' in data) reject(new Error(data.problem))
      else resolve(data.picture)
    }
    worker.postMessage(job)
  })
}

function startWorker(): Worker | undefined {
  try {
    return new Worker(new URL('./compress.worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return undefined
  }
}
