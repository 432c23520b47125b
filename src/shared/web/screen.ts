import { useSyncExternalStore } from 'react'

/** Follows a media query. */
export function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(media)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(media).matches,
  )
}

/** Whether the screen has room for the rails; the same width as the breakpoint `desk` of the tokens. */
export const useIsDesk = (): boolean => useMedia('(width >= 64rem)')
