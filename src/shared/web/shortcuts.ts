const cookie = 'quad_shortcuts'
const year = 365 * 24 * 3600

/**
 * Whether single-key shortcuts are enabled on this device; users with speech input may disable them. Stored in a cookie
 * like the theme, because signing out clears the browser's storage.
 */
export const areShortcutsEnabled = (): boolean => !new RegExp(`(?:^|; )${cookie}=off`).test(document.cookie)

export function setShortcutsEnabled(on: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store yet
  document.cookie = `${cookie}=off; path=/; samesite=lax; max-age=${on ? 0 : year}`
}

/** True when a key belongs to the focused element rather than to the app. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [role=dialog], [role=menu]') !== null
  )
}
