let pending = 0
const changes = new Set<() => void>()

function count(difference: 1 | -1): void {
  pending += difference
  for (const listener of changes) listener()
}

/** Counts a read or the load of code as part of the page's load. Returns the promise. */
export function trackLoad<Result>(load: Promise<Result>): Promise<Result> {
  count(1)
  const end = () => count(-1)
  load.then(end, end)
  return load
}

/** How long nothing may be loading before a page counts as loaded: what has arrived may be about to load more. */
const quietMs = 100

/** Resolves when the page has loaded and is drawn, and after `maxMs` at the latest. */
export function whenLoaded(maxMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let quiet: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    clearTimeout(quiet)
    if (pending === 0) quiet = setTimeout(() => whenIdle(resolve), quietMs)
  }
  const latest = setTimeout(resolve, maxMs)
  changes.add(check)
  check()
  return promise.finally(() => {
    changes.delete(check)
    clearTimeout(quiet)
    clearTimeout(latest)
  })
}

/** Maximum time to wait for an idle browser. */
const idleTimeoutMs = 1500

/** Runs `run` when the browser is idle; immediately where it cannot tell. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: idleTimeoutMs })
  else run()
}
