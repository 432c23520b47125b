import { type TouchEvent, useRef } from 'react'

const neededPx = 56
const maxShownPx = 72
/** A finger that moves further up or down than to the side scrolls. */
const slopPx = 10

/**
 * Touch handlers that move an element with the finger to the right, and call `onSwipe` when it is released far enough.
 * `find` returns the element for the target of a touch, or null where a swipe does nothing. A key does the same.
 */
export function useSwipeRight(find: (target: Element) => HTMLElement | null, onSwipe: (element: HTMLElement) => void) {
  const swipe = useRef<{ x: number; y: number; element: HTMLElement; isOn: boolean }>(undefined)
  const put = (pixels: number) => {
    if (swipe.current) swipe.current.element.style.translate = pixels === 0 ? '' : `${pixels}px`
  }
  const end = () => {
    put(0)
    swipe.current = undefined
  }
  return {
    onTouchStart: ({ target, touches }: TouchEvent) => {
      end()
      const touch = touches.item(0)
      const element = touches.length === 1 && touch ? find(target as Element) : null
      if (touch && element) swipe.current = { x: touch.clientX, y: touch.clientY, element, isOn: false }
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const { current } = swipe
      const touch = touches.item(0)
      if (!current || !touch) return
      const [right, down] = [touch.clientX - current.x, Math.abs(touch.clientY - current.y)]
      if (!current.isOn && down > slopPx) return end()
      if (right > slopPx) current.isOn = true
      if (current.isOn) put(Math.min(Math.max(right - slopPx, 0), maxShownPx))
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const { current } = swipe
      const right = (changedTouches[0]?.clientX ?? 0) - (current?.x ?? 0)
      const isFar = current?.isOn === true && right >= neededPx
      end()
      if (current && isFar) onSwipe(current.element)
    },
    onTouchCancel: end,
  }
}
