let region: HTMLElement | undefined

/** Says a text to screen readers, politely, once a dialog that is closing no longer hides the page from them. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('p')
    region.role = 'status'
    region.className = 'sr-only'
    document.querySelector('main')?.append(region)
  }
  const place = region
  place.textContent = '' // the same text again is announced again
  setTimeout(() => {
    place.textContent = text
  }, 100)
}
