import { loadCompress, loadProcessing } from './load.ts'
import { uploadFile } from './upload.ts'
import type { Send } from './uploads.ts'

const maxConcurrentFiles = 3
/** Types that the image helper accepts. Other images are uploaded unchanged, and the server decides. */
const compressible = ['image/jpeg', 'image/png', 'image/webp']

let compressing: Promise<unknown> = Promise.resolve()
let free = maxConcurrentFiles
const waiting: (() => void)[] = []

/** Uploads one file of a post. Compresses images above 1 MB or 1200 px first. */
export const sendPostFile: Send = async (file, { onProgress, signal }) => {
  const light = compressible.includes(file.type) ? await compressIfPossible(file, signal) : file
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
  else free--
  try {
    signal.throwIfAborted()
    const { url } = await uploadFile(light, 'post', { onProgress, signal })
    return url
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

async function compressIfPossible(file: File, signal: AbortSignal): Promise<File> {
  const [{ compress, isSmall }, { told }] = await Promise.all([loadCompress(), loadProcessing()])
  if (await isSmall(file)) return file
  // One by one: ten photos compressed concurrently would fill a phone's memory.
  const turn = compressing.then(() => {
    signal.throwIfAborted()
    return compress(file, undefined, signal)
  })
  compressing = turn.catch(() => {})
  return told(turn)
}
