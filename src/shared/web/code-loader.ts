import { trackLoad } from './page-load.ts'

/** Delays before each retry of a load that failed while the browser was online. */
const retryDelaysMs = [300, 1500]

/** Why code could not be loaded. `isGone`: the server has a newer release, which no longer has this file. */
export class CodeLoadError extends Error {
  readonly isGone: boolean
  constructor(cause: unknown, isGone: boolean) {
    super('Code could not be loaded', { cause })
    this.isGone = isGone
  }
}

/**
 * Returns a function that imports code once, however often it is called. A failed import is retried twice while the
 * browser is online, and again by the next call. Rejects with CodeLoadError.
 */
export function createCodeLoader<Module>(importCode: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined
  return () => {
    loading ??= trackLoad(importWithRetries(importCode)).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function importWithRetries<Module>(importCode: () => Promise<Module>): Promise<Module> {
  let failure: unknown
  for (const delayMs of [0, ...retryDelaysMs]) {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    try {
      return await importCode()
    } catch (error) {
      failure = error
    }
    const url = urlIn(failure)
    if (!navigator.onLine) break
    if (url && (await isGone(url))) throw new CodeLoadError(failure, true)
    try {
      // Some browsers cache a failed import for as long as the page lives; a different URL is requested again.
      if (url && delayMs > 0) return await import(/* @vite-ignore */ `${url}?retry=${Date.now()}`)
    } catch {
      // the first failure is the one to report
    }
  }
  throw new CodeLoadError(failure, false)
}

/** The URL that the browser names in its error; Safari names none. */
function urlIn(error: unknown): string | undefined {
  const [url] = /https?:\/\/\S+?\/assets\/[\w.-]+\.js/.exec(error instanceof Error ? error.message : '') ?? []
  return url && new URL(url).origin === location.origin ? url : undefined
}

const isGone = (url: string): Promise<boolean> =>
  fetch(url, { method: 'HEAD' }).then(
    ({ status }) => status === 404,
    () => false,
  )
