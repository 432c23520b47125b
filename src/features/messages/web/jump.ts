const tintMs = 600

/** Scrolls to a message of the list, focuses it and marks it for a moment. Returns false when it is not loaded. */
export function jumpTo(list: HTMLElement | null, id: string): boolean {
  const message = list?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (!message) return false
  message.scrollIntoView({ block: 'center' })
  // The messages may load after the user has opened a dialog, which keeps the focus.
  if (!document.activeElement?.closest('[role=dialog]')) message.focus({ preventScroll: true })
  message.dataset.jumped = ''
  setTimeout(() => delete message.dataset.jumped, tintMs)
  return true
}
