const off = 'quad shortcuts off'

/** Whether single keys do something on this device: people who speak to theirs may turn that off. */
export const shortcutsAreOn = (): boolean => localStorage.getItem(off) === null

export function turnShortcuts(on: boolean): void {
  if (on) localStorage.removeItem(off)
  else localStorage.setItem(off, '1')
}

/** Whether a key belongs to what has the focus, rather than to the app. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
}
