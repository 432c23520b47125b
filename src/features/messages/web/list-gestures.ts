import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'

const longPressMs = 350
/** A finger that moves further than this scrolls. */
const maxMovementPx = 10
const vibrationMs = 8

const findMessage = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null

const openMenu = (item: HTMLElement) => item.querySelector<HTMLElement>(':scope > [aria-haspopup=menu]')?.click()

const isControl = (target: EventTarget) => target instanceof Element && target.closest('a, button, video') !== null

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
 * Keys and gestures of the message list, on its `ol`. The list is one tab stop: arrow keys move between messages, Enter
 * and a long press open the menu of one, E edits it, and a tap shows its time.
 */
export function useListGestures(onEdit: (id: string) => void) {
  const [tabStop, setTabStop] = useState<string>()
  const [timeShown, setTimeShown] = useState<string>()
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const wasLong = useRef(false)

  const endPress = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }

  const handlers = {
    onFocus: ({ target }: { target: EventTarget }) => {
      const item = findMessage(target)
      if (item) setTabStop(item.dataset.message)
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const item = findMessage(event.target)
      const isOnMessage = event.target === item || (event.target as Element).parentElement === item
      if (!item || !isOnMessage || event.ctrlKey || event.metaKey || event.altKey) return
      const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-message]')]
      const index = all.indexOf(item)
      const next = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: all.length - 1 }[event.key]
      if (next !== undefined) {
        event.preventDefault()
        all[next]?.focus()
      } else if (event.key === 'Enter' && event.target === item) {
        event.preventDefault()
        openMenu(item)
      } else if (event.key === 'e') {
        event.preventDefault() // the letter would go into the field, which takes the focus
        onEdit(item.dataset.message ?? '')
      }
    },
    onPointerDown: ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
      endPress()
      wasLong.current = false
      const item = findMessage(target)
      if (pointerType === 'mouse' || !item || !(target as Element).closest('[data-bubble]')) return
      const timer = setTimeout(() => {
        wasLong.current = true
        navigator.vibrate?.(vibrationMs)
        openMenu(item)
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
    /** A touch screen's own menu would cover that of the message. */
    onContextMenu: (event: MouseEvent) => {
      if (press.current || wasLong.current) event.preventDefault()
    },
    onClickCapture: (event: MouseEvent) => {
      // The click that ends a long press; not that on the button of the menu, which is outside the bubble.
      if (!wasLong.current || !(event.target as Element).closest('[data-bubble]')) return
      wasLong.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onClick: ({ target }: MouseEvent) => {
      const id = findMessage(target)?.dataset.message
      if (!id || isControl(target) || !(target as Element).closest('[data-bubble]')) return
      if (!document.getSelection()?.isCollapsed) return // text was selected with the mouse
      setTimeShown(id === timeShown ? undefined : id)
    },
  }
  return { tabStop, timeShown, handlers }
}
