import { type KeyboardEvent, type MouseEvent, type PointerEvent, useState } from 'react'
import { createDoubleTap } from '../../../shared/web/double-tap.ts'
import { useLongPress } from '../../../shared/web/long-press.ts'
import { useSwipeRight } from './swipe-right.ts'

const findMessage = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null

const openMenu = (item: HTMLElement) => item.querySelector<HTMLElement>(':scope > [aria-haspopup=menu]')?.click()

const isControl = (target: EventTarget) => target instanceof Element && target.closest('a, button, video') !== null

type Gesture = 'edit' | 'reply' | 'react'

const keys: Readonly<Record<string, Gesture>> = { e: 'edit', r: 'reply' }

/**
 * Keys and gestures of the message list, on its `ol`. The list is one tab stop: arrow keys move between messages, Enter
 * and a long press open the menu of one, E edits it, R and a swipe to the right reply to it, a double tap reacts, and a
 * tap shows its time.
 */
export function useListGestures(onGesture: (gesture: Gesture, id: string) => void) {
  const [tabStop, setTabStop] = useState<string>()
  const [timeShown, setTimeShown] = useState<string>()
  const [taps] = useState(createDoubleTap)
  const longPress = useLongPress((target) => (target.closest('[data-bubble]') ? findMessage(target) : null), openMenu)
  const swipe = useSwipeRight(
    (target) => (target.closest('[data-bubble]') ? findMessage(target) : null),
    (item) => onGesture('reply', item.dataset.message ?? ''),
  )

  const handlers = {
    ...longPress,
    ...swipe,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      longPress.onPointerDown(event)
      taps.press(event)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      longPress.onPointerUp()
      const id = findMessage(event.target)?.dataset.message
      if (!id || isControl(event.target) || !taps.release(event, id)) return
      setTimeShown(undefined) // which the first tap has shown
      onGesture('react', id)
    },
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
      } else if (keys[event.key]) {
        event.preventDefault() // the letter would go into the field, which takes the focus
        onGesture(keys[event.key] as Gesture, item.dataset.message ?? '')
      }
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
