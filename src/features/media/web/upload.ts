import type { Reply } from '../../../shared/contract.ts'
import { toApiError, urlFor } from '../../../shared/web/api.ts'
import { ApiError } from '../../../shared/web/data/errors.ts'
import { mediaApi } from '../contract.gen.ts'
import type { media, Purpose } from '../contract.ts'

/** Error texts of the specification. A message from the server takes precedence. */
export const uploadProblems = {
  one: 'Upload failed',
  many: 'Failed to upload images',
  post: 'Failed to upload post images',
  none: 'No valid files to upload',
  lost: 'Add your photos again',
}

type Uploaded = Reply<typeof media.upload>['data']
type Options = { onProgress?: (share: number) => void; signal?: AbortSignal }

/** The server accepts two open forms per user. */
const maxUploads = 2
let running = 0
const queue: (() => void)[] = []

/** A form that was just cancelled may still count, and so do those of other windows. Refused uploads are retried. */
const retries = { max: 3, maxWaitSeconds: 10 }
class TooManyForms extends Error {
  readonly waitSeconds: number
  constructor(waitSeconds: number) {
    super('The server receives other forms of this user.')
    this.waitSeconds = waitSeconds
  }
}

/** Uploads one file when a slot is free; see `sendFile`. */
export async function uploadFile(file: File, purpose: Purpose, options: Options = {}): Promise<Uploaded> {
  if (running < maxUploads) running++
  else await new Promise<void>((resolve) => queue.push(resolve))
  try {
    for (let retriesLeft = retries.max; ; retriesLeft--) {
      try {
        return await sendFile(file, purpose, { ...options, isLast: retriesLeft === 0 })
      } catch (error) {
        if (!(error instanceof TooManyForms)) throw error
        await new Promise((resolve) => setTimeout(resolve, error.waitSeconds * 1000))
      }
    }
  } finally {
    const next = queue.shift() // it uses this slot
    if (next) next()
    else running--
  }
}

/**
 * Sends one file. `onProgress` receives the sent share, from 0 to 1. Rejects as `call` does and raises the same auth
 * events. Uses XMLHttpRequest because fetch does not report upload progress.
 */
function sendFile(
  file: File,
  purpose: Purpose,
  { onProgress, signal, isLast }: Options & { isLast: boolean },
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onabort = () => reject(signal?.reason)
    request.onerror = () => reject(new ApiError(0, { error: uploadProblems.one }))
    request.onload = () => {
      const answer = parsed(request.responseText)
      if (request.status < 300 && answer.data) return resolve(answer.data as Uploaded)
      const waitSeconds = Number(request.getResponseHeader('retry-after'))
      if (request.status === 429 && !isLast && waitSeconds <= retries.maxWaitSeconds)
        return reject(new TooManyForms(waitSeconds))
      reject(toApiError(request.status, { error: uploadProblems.one, ...answer }))
    }
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.open('POST', urlFor(mediaApi.upload))
    request.setRequestHeader('accept', 'application/json')
    const form = new FormData()
    form.append('type', purpose) // before the file, so that the server knows the limits when the bytes arrive
    form.append('file', file)
    request.send(form)
  })
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
