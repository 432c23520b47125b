import { useSyncExternalStore } from 'react'

export function useMediaQuery(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(media)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(media).matches,
  )
}

/** The same width as the breakpoint `desk` of the tokens. */
const desktop = '(width >= 64rem)'

/** Whether the screen has room for the rails. */
export const useIsDesktop = (): boolean => useMediaQuery(desktop)
export const isDesktop = (): boolean => matchMedia(desktop).matches
