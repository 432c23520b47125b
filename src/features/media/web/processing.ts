import { toast } from '../../../shared/web/ui/toasts.tsx'

let running = 0
let done = 0
let failed = 0

/**
 * Shows toasts while images are processed, and when they are uploaded. Concurrent calls share them. A failed upload is
 * reported by its form.
 */
export async function withProcessingToasts<T>(compressed: Promise<File>, upload: (file: File) => Promise<T>) {
  if (running++ === 0) {
    done = failed = 0
    toast.success('Processing images...')
  }
  try {
    const file = await compressed.catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) failed++
      throw error
    })
    const uploaded = await upload(file)
    done++
    return uploaded
  } finally {
    if (--running === 0) {
      if (failed > 0) toast.error('Failed to process images')
      else if (done > 0) toast.success(`${done} image(s) processed successfully`)
    }
  }
}
