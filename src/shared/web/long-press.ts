import { type MouseEvent, type PointerEvent, useRef } from 'react'

const longPressMs = 350
/** A finger that moves further than this swipes or scrolls. */
export const maxMovementPx = 10
const vibrationMs = 8

/** Keeps the end of a long press from the menu that it has opened, which would take it for a press outside and close. */
function swallowRelease() {
  const over = new AbortController()
  const swallow = (event: Event) => {
    if (event.cancelable) event.preventDefault()
    event.stopImmediatePropagation()
    if (event.type !== 'pointerup') over.abort()
  }
  const options = { capture: true, passive: false, signal: over.signal }
  for (const type of ['pointerup', 'touchend', 'touchcancel']) addEventListener(type, swallow, options)
  addEventListener('pointerdown', () => over.abort(), options) // the release never came
}

/**
 * Handlers that call `onLongPress` with the element that a finger rests on. `find` returns the element for the target of
 * a press, or null where a long press does nothing. A focusable control does the same.
 */
export function useLongPress(
  find: (target: Element) => HTMLElement | null,
  onLongPress: (element: HTMLElement) => void,
) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const wasLong = useRef(false)
  const endPress = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    onPointerDown: ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
      endPress()
      wasLong.current = false
      const element = pointerType === 'mouse' ? null : find(target as Element)
      if (!element) return
      const timer = setTimeout(() => {
        wasLong.current = true
        navigator.vibrate?.(vibrationMs)
        onLongPress(element)
        swallowRelease()
      }, longPressMs)
      press.current = { timer, x, y }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current ?? { x: clientX, y: clientY }
      if (Math.hypot(clientX - x, clientY - y) > maxMovementPx) endPress()
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    /** The menu of the touch screen would cover ours. */
    onContextMenu: (event: MouseEvent) => {
      if (press.current || wasLong.current) event.preventDefault()
    },
    /** The click that ends a long press; not that on the menu, which is elsewhere. */
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current || !find(event.target as Element)) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
