import { createContext, type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** Places in the bar at the top of a phone that a page fills. */
type SlotName = 'back' | 'subtitle' | 'action' | 'search'

/** Whether a phone has the bar, which shows the title of the page. */
export const BarContext = createContext(true)

const slots = new Map<SlotName, HTMLElement>()
const listeners = new Set<() => void>()

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** An empty place in the bar. */
export function BarSlot({ name, className }: { name: SlotName; className?: string }) {
  const place = useCallback(
    (element: HTMLElement | null) => {
      if (element) slots.set(name, element)
      else slots.delete(name)
      for (const changed of listeners) changed()
    },
    [name],
  )
  return <div ref={place} className={className} />
}

/** Renders content of a page in the bar. Renders nothing on a desktop, which has no bar. */
export function InBar({ slot, children }: { slot: SlotName; children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slots.get(slot))
  return element ? createPortal(children, element) : null
}
