import { type PointerEvent, useRef } from 'react'

const pressMs = 450
const maxDriftPx = 10

/** Handlers that run `act` when a finger rests on an element. The click that follows does nothing. */
export function useLongPress(act: () => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const hasActed = useRef(false)
  const cancel = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    onPointerDown({ pointerType, clientX, clientY }: PointerEvent) {
      hasActed.current = false
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        hasActed.current = true
        navigator.vibrate?.(8)
        act()
      }, pressMs)
      press.current = { timer, x: clientX, y: clientY }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x = clientX, y = clientY } = press.current ?? {}
      if (Math.hypot(clientX - x, clientY - y) > maxDriftPx) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: { preventDefault(): void }) => {
      if (press.current || hasActed.current) event.preventDefault() // the browser's own menu of a link
    },
    onClickCapture: (event: { preventDefault(): void; stopPropagation(): void }) => {
      if (!hasActed.current) return
      hasActed.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
