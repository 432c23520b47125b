/** Sends what waits in the page: before it is left or hidden, and before the user signs out. */
type Send = () => Promise<unknown>

const sends = new Set<Send>()

/** Sends all that waits, and resolves when it has arrived or failed. */
export const sendWaiting = (): Promise<unknown> => Promise.allSettled([...sends].map((send) => send()))

// A phone may end a hidden page without a further event.
const sendWhenHidden = () => document.visibilityState === 'hidden' && void sendWaiting()
const sendOnLeaving = () => void sendWaiting()

/** Calls `send` before the page is left. Its requests need `keepalive`. Returns the unsubscribe function. */
export function onBeforeLeaving(send: Send): () => void {
  if (sends.size === 0) {
    addEventListener('pagehide', sendOnLeaving)
    document.addEventListener('visibilitychange', sendWhenHidden)
  }
  sends.add(send)
  return () => {
    sends.delete(send)
    if (sends.size > 0) return
    removeEventListener('pagehide', sendOnLeaving)
    document.removeEventListener('visibilitychange', sendWhenHidden)
  }
}
