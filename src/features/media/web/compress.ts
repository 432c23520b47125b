import type { Job, Outcome } from './compress.worker.ts'
import { maxSidePx } from './ladder.ts'
import { maxFiles, megabyte } from './limits.ts'
import { shrink } from './shrink.ts'

const allowed = ['image/jpeg', 'image/jpg', 'image/png', 'image/webp']
/** A picture may be so many times larger than what it is compressed to. */
const maxSizeFactor = 5

const inMegabytes = (bytes: number) => `${+(bytes / megabyte).toFixed(1)}MB`

/**
 * Why the image helper does not take this file; undefined if it does. Of more than five times the target it says
 * 'Image is too large. Maximum size after compression is …'.
 */
export function objectionTo(file: File, target = megabyte): string | undefined {
  if (!file.type.startsWith('image/')) return 'File must be an image'
  if (!allowed.includes(file.type)) return 'Only JPEG, PNG, and WebP images are allowed'
  if (file.size > maxSizeFactor * target) {
    return `Image is too large. Maximum size after compression is ${inMegabytes(target)}.`
  }
  return undefined
}

/** Why the image helper does not take these files together; undefined if it does. */
export function objectionToAll(files: readonly File[], target = megabyte, most = maxFiles): string | undefined {
  if (files.length > most) return `Maximum ${most} files allowed`
  const bad = files.find((file) => !file.type.startsWith('image/'))
  if (bad) return `${bad.name} is not a valid image file`
  return files.map((file) => objectionTo(file, target)).find(Boolean)
}

/**
 * The picture with at most `target` bytes and no side above 1200 px. Rejects with the words for the person:
 * '{file} is too large … could not be compressed to under {n}MB'.
 */
export async function compress(file: File, target = megabyte, signal?: AbortSignal): Promise<File> {
  const picture = await inWorker({ file, target }, signal)
  signal?.throwIfAborted()
  if (!picture) throw new Error(`${file.name} is too large and could not be compressed to under ${inMegabytes(target)}`)
  const ending = picture.type.replace('image/', '.').replace('.jpeg', '.jpg')
  return new File([picture], file.name.replace(/\.\w+$/, '') + ending, { type: picture.type })
}

/** Whether a picture is small enough, in bytes and pixels, to go as it is. */
export async function isSmall(file: File, target = megabyte): Promise<boolean> {
  if (file.size > target) return false
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return true // nothing here can draw it; the server has the last word
  const longest = Math.max(bitmap.width, bitmap.height)
  bitmap.close()
  return longest <= maxSidePx
}

/** Off the page, so that typing goes on smoothly; on the page where no worker starts. */
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
