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

/** Whether the screen has room for the rails; the same width as the breakpoint `desk` of the tokens. */
export const useIsDesktop = (): boolean => useMediaQuery('(width >= 64rem)')
