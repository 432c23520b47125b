/** What the entries of the history showed, by their number, since the page was loaded. */
const urls: (string | undefined)[] = []
let isGoingBack = false

const currentIndex = (): number => (history.state as { idx?: number } | null)?.idx ?? 0

/** Remembers what the current entry shows. */
export function noteEntry(): void {
  urls[currentIndex()] = location.pathname + location.search
}

/** Goes back if the entry below shows this query string of the current page. Returns whether it does. */
export function returnTo(search: string): boolean {
  if (isGoingBack) return true
  if (urls[currentIndex() - 1] !== location.pathname + search) return false
  isGoingBack = true
  addEventListener('popstate', () => (isGoingBack = false), { once: true })
  history.back()
  return true
}
