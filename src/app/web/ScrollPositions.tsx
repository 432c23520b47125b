import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { noteEntry } from '../../shared/web/visited-entries.ts'

const storageKey = 'scroll positions'
/** How long a list may take to become as long as it was. */
const maxGrowthMs = 5000

/** Navigation state of a link that returns to where its page was left. */
export const keepPlaceState = { keepsPlace: true } as const

/**
 * Scrolls to the top of a new page, and back to where an entry of the history was left, or a page whose tab is pressed.
 * Changes within a page (filters, tabs, dialogs) leave the position alone. Positions live as long as the tab, as the browser's history does.
 */
export function ScrollPositions() {
  const { key, pathname, hash, state } = useLocation()
  const type = useNavigationType()
  const positions = useRef<Record<string, number>>(undefined)
  positions.current ??= readPositions()
  const current = useRef(key)
  const keepsPlace = (state as Partial<typeof keepPlaceState> | null)?.keepsPlace === true
  const shownPath = useRef<string>(undefined)

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const remember = () => {
      if (!positions.current) return
      positions.current[current.current] = scrollY
      if (shownPath.current) positions.current[shownPath.current] = scrollY
    }
    const store = () => sessionStorage.setItem(storageKey, JSON.stringify(positions.current))
    addEventListener('scroll', remember, { passive: true })
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('scroll', remember)
      removeEventListener('pagehide', store)
    }
  }, [])

  // A layout effect: the browser reports the shorter page as scrolling only after it, when `current` is the new entry.
  useLayoutEffect(() => {
    current.current = key
    noteEntry()
    const isFirstPage = shownPath.current === undefined
    const isOtherPage = shownPath.current !== pathname
    shownPath.current = pathname
    const left = positions.current?.[key] ?? 0
    if (isFirstPage && left === 0) return // it is at the top; asking the browser would make it lay out the page
    if (type === 'POP') return scrollWhenLongEnough(left)
    if (isOtherPage && keepsPlace) return scrollWhenLongEnough(positions.current?.[pathname] ?? 0)
    if (isOtherPage && !hash) scrollTo(0, 0)
    // A change within a page adds an entry without scrolling, so that no event would record its position.
    if (positions.current) positions.current[key] = scrollY
  }, [key, pathname, hash, type, keepsPlace])
  return null
}

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Repeats the scrolling while the page grows, until the user scrolls. Returns a function that gives up. */
function scrollWhenLongEnough(top: number): () => void {
  const giveUp = new AbortController()
  const growth = new ResizeObserver(() => {
    scrollTo(0, top)
    if (Math.abs(scrollY - top) <= 1) giveUp.abort()
  })
  const timeout = setTimeout(() => giveUp.abort(), maxGrowthMs)
  giveUp.signal.addEventListener('abort', () => {
    growth.disconnect()
    clearTimeout(timeout)
  })
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(type, () => giveUp.abort(), { signal: giveUp.signal, passive: true })
  scrollTo(0, top)
  if (Math.abs(scrollY - top) > 1) growth.observe(document.documentElement)
  else giveUp.abort()
  return () => giveUp.abort()
}
