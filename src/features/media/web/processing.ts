import { toast } from '../../../shared/web/ui/toasts.tsx'

let running = 0
let done = 0
let failed = 0

/** Shows toasts while images are processed and when this ends. Concurrent calls share them. */
export async function told<T>(work: Promise<T>): Promise<T> {
  if (running++ === 0) {
    done = failed = 0
    toast.success('Processing images...')
  }
  try {
    const result = await work
    done++
    return result
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) failed++
    throw error
  } finally {
    if (--running === 0) {
      if (failed > 0) toast.error('Failed to process images')
      else if (done > 0) toast.success(`${done} image(s) processed successfully`)
    }
  }
}
