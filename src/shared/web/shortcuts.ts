const cookie = 'quad_shortcuts'
const year = 365 * 24 * 3600

/**
 * Whether single keys do something on this device: people who speak to theirs may turn that off. Kept in a cookie like the
 * theme: signing out clears the browser's storage.
 */
export const areShortcutsEnabled = (): boolean => !new RegExp(`(?:^|; )${cookie}=off`).test(document.cookie)

export function setShortcutsEnabled(on: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet
  document.cookie = `${cookie}=off; path=/; samesite=lax; max-age=${on ? 0 : year}`
}

/** Whether a key belongs to what has the focus, rather than to the app. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
}
