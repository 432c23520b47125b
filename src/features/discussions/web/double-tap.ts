import type { PointerEvent } from 'react'

const doubleTapMs = 300

let lastTap = 0 // of all posts: no finger reaches two of them within this time

/** Handlers that like the post around a text that is tapped twice. Its like button does the same for keys and mice. */
export const doubleTapLike = {
  onPointerUp({ pointerType, timeStamp, target, currentTarget }: PointerEvent<HTMLElement>) {
    if (pointerType !== 'touch' || (target as Element).closest('a, button')) return
    if (timeStamp - lastTap < doubleTapMs)
      currentTarget.parentElement?.querySelector<HTMLElement>('[data-like][aria-pressed=false]')?.click()
    lastTap = timeStamp
  },
}
