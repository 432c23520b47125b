import type { PointerEvent } from 'react'
import { createDoubleTap } from '../../../shared/web/double-tap.ts'

const taps = createDoubleTap() // of all posts: no finger reaches two of them within its time

/** Handlers that like the post around a text that is tapped twice. Its like button does the same for keys and mice. */
export const doubleTapLike = {
  onPointerDown: (event: PointerEvent<HTMLElement>) => taps.press(event),
  onPointerUp(event: PointerEvent<HTMLElement>) {
    if ((event.target as Element).closest('a, button') || !taps.release(event, 'post')) return
    event.currentTarget.parentElement?.querySelector<HTMLElement>('[data-like][aria-pressed=false]')?.click()
  },
}
