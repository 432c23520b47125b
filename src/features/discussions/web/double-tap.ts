import { type PointerEvent, useRef } from 'react'

const doubleTapMs = 300

/** Handlers that like the post around a text that is tapped twice. Its like button does the same for keys and mice. */
export function useDoubleTapLike() {
  const lastTap = useRef(0)
  return {
    onPointerUp: ({ pointerType, timeStamp, target, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'touch' || (target as Element).closest('a, button')) return
      if (timeStamp - lastTap.current < doubleTapMs)
        currentTarget.parentElement?.querySelector<HTMLElement>('[data-like][aria-pressed=false]')?.click()
      lastTap.current = timeStamp
    },
  }
}
