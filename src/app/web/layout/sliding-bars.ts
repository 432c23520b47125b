import { useEffect } from 'react'

/** Pixels of scrolling up after which the bars return. */
const returnAfter = 24
/** Near the top of the page the bars stay. */
const topArea = 160

/**
 * On a phone, slides the bars away while the user scrolls down, and back on the way up. They stay while the focus is
 * inside one of them, and with reduced motion. The style sheet moves them, by `data-bars` of the page.
 */
export function useSlidingBars(): void {
  useEffect(() => {
    const allowed = matchMedia('(width < 64rem) and (prefers-reduced-motion: no-preference)')
    const { dataset } = document.documentElement
    /** Where the present direction began: the lowest place on the way up, the highest on the way down. */
    let turn = scrollY
    const show = () => {
      turn = scrollY
      delete dataset.bars
    }
    const follow = () => {
      if (!allowed.matches || scrollY < topArea) return show()
      if (dataset.bars) {
        turn = Math.max(turn, scrollY)
        if (turn - scrollY >= returnAfter) show()
        return
      }
      turn = Math.min(turn, scrollY)
      const isEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1 // what is last must not lie below a bar
      if (isEnd || scrollY - turn < returnAfter || document.activeElement?.closest('.bars-top, .bars-tools, .bars-end'))
        return
      turn = scrollY
      dataset.bars = 'away'
    }
    const over = new AbortController()
    const { signal } = over
    addEventListener('scroll', follow, { passive: true, signal })
    addEventListener('focusin', show, { signal })
    allowed.addEventListener('change', show, { signal })
    return () => {
      over.abort()
      delete dataset.bars
    }
  }, [])
}
