import { type TouchEvent, useRef } from 'react'

/** Pixels after which a pull dismisses, and milliseconds within which a flick needs only a third of them. */
const dismissDistancePx = 90
const flickMs = 250

/**
 * Touch handlers that let a sheet be pulled off the screen, downwards or to the left; the sheet is the nearest element
 * with `data-sheet`. Alternatives are its button and the Escape key.
 */
export function useSwipeToDismiss(onClose: (() => void) | undefined, direction: 'down' | 'left' = 'down') {
  const pull = useRef<{ x: number; y: number; at: number; sheet: HTMLElement } | undefined>(undefined)
  if (!onClose) return {}
  const far = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0]
    const { x = 0, y = 0 } = pull.current ?? {}
    return Math.max(0, direction === 'down' ? (touch?.clientY ?? y) - y : x - (touch?.clientX ?? x))
  }
  const put = (pixels: number) => {
    const { sheet } = pull.current ?? {}
    if (sheet) sheet.style.translate = pixels === 0 ? '' : direction === 'down' ? `0 ${pixels}px` : `${-pixels}px`
  }
  return {
    onTouchStart(event: TouchEvent) {
      const touch = event.changedTouches[0]
      const sheet = (event.currentTarget as HTMLElement).closest<HTMLElement>('[data-sheet]')
      if (touch && sheet && event.touches.length === 1)
        pull.current = { x: touch.clientX, y: touch.clientY, at: event.timeStamp, sheet }
    },
    onTouchMove: (event: TouchEvent) => put(far(event)),
    onTouchEnd(event: TouchEvent) {
      if (!pull.current) return
      const needed = event.timeStamp - pull.current.at < flickMs ? dismissDistancePx / 3 : dismissDistancePx
      if (far(event) > needed) onClose()
      else put(0)
      pull.current = undefined
    },
    onTouchCancel() {
      put(0)
      pull.current = undefined
    },
  }
}
