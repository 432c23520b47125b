let show: (() => void) | undefined
let isWaiting = false

/** Offers push on this device, unless the user has decided already. For after a sent message or a joined event. */
export function offerPush(): void {
  isWaiting = show === undefined // the code that shows it may still be loading
  show?.()
}

/** Calls back for each offer, also for one from before. Returns the unsubscribe function. */
export function onPushOffer(callback: () => void): () => void {
  show = callback
  if (isWaiting) offerPush()
  return () => {
    if (show === callback) show = undefined
  }
}
