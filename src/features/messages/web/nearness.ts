/** How far outside of the view, above and below, an element is still near. */
const marginPx = 1500

type Report = (entry: IntersectionObserverEntry) => void
type Watch = { readonly observer: IntersectionObserver; readonly reports: Map<Element, Report> }

/** One observer per scroll container. */
const watches = new WeakMap<Element, Watch>()

function createWatch(container: Element): Watch {
  const reports = new Map<Element, Report>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) reports.get(entry.target)?.(entry)
    },
    { root: container, rootMargin: `${marginPx}px 0px` },
  )
  return { observer, reports }
}

/** Reports when an element comes near the view of its container, and when it leaves. Returns how to stop it. */
export function watchNearness(container: Element, element: Element, report: Report): () => void {
  const watch = watches.get(container) ?? createWatch(container)
  watches.set(container, watch)
  watch.reports.set(element, report)
  watch.observer.observe(element)
  return () => {
    watch.reports.delete(element)
    watch.observer.unobserve(element)
  }
}
