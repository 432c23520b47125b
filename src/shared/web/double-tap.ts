import type { PointerEvent } from 'react'
import { maxMovementPx } from './long-press.ts'

const doubleTapMs = 300

/**
 * Keeps the click that follows a tap from a control that the tap has brought under the finger. Clicks of a keyboard, which
 * have no detail, and of code are let through.
 */
function swallowClicks() {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  const swallow = (event: MouseEvent) => {
    if (!event.isTrusted || event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, options)
  addEventListener('pointerdown', () => over.abort(), options)
}

/** Recognizes two taps of a finger on the same thing. A finger that has moved does not tap: it swipes or scrolls. */
export function createDoubleTap() {
  let start = { x: 0, y: 0 }
  let last: { id: string; at: number } | undefined
  return {
    press({ clientX: x, clientY: y }: PointerEvent): void {
      start = { x, y }
    },
    /** Returns true if this release of the thing named `id` ends the second tap. */
    release({ pointerType, timeStamp, clientX, clientY }: PointerEvent, id: string): boolean {
      const hasMoved = Math.hypot(clientX - start.x, clientY - start.y) > maxMovementPx
      const isTap = pointerType === 'touch' && !hasMoved
      const isSecond = isTap && last?.id === id && timeStamp - last.at < doubleTapMs
      last = isTap && !isSecond ? { id, at: timeStamp } : undefined
      if (isSecond) swallowClicks()
      return isSecond
    },
  }
}
