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
export const sendPostFile: Send = async (file, options) => {
  const upload = (light: File) => uploadInTurn(light, options)
  if (!compressible.includes(file.type)) return upload(file)
  const [{ compress, isSmall }, { withProcessingToasts }] = await Promise.all([loadCompress(), loadProcessing()])
  if (await isSmall(file)) return upload(file)
  const { signal } = options
  // One by one: ten photos compressed concurrently would fill a phone's memory.
  const compressed = compressing.then(() => {
    signal.throwIfAborted()
    return compress(file, undefined, signal)
  })
  compressing = compressed.catch(() => {})
  return withProcessingToasts(compressed, upload)
}

const uploadInTurn: Send = async (file, options) => {
  if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
  else free--
  try {
    options.signal.throwIfAborted()
    const { url } = await uploadFile(file, 'post', options)
    return url
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}
