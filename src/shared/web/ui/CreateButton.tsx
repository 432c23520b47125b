import { Plus } from 'lucide'
import { useSyncExternalStore } from 'react'
import { Icon } from './Icon.tsx'

export type CreateProps = {
  label: string
  /** Accessible name, where the label is short. */
  name?: string
  onPress: () => void
  /** Loads the code of the form in advance. */
  onIntent?: () => void
}

let isAtTop = true

/** Looks once the page is drawn, and when it scrolls. Asked while the page is built, the browser would lay it out for that. */
function subscribe(changed: () => void) {
  const look = () => {
    isAtTop = scrollY < 8
    changed()
  }
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(look)
  })
  addEventListener('scroll', look, { passive: true })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    removeEventListener('scroll', look)
  }
}

/** The primary action of a page on a phone: a disc at the bottom right, with its label while the page is at the top. */
export function CreateButton({ label, name = label, onPress, onIntent }: CreateProps) {
  const isBig = useSyncExternalStore(subscribe, () => isAtTop)
  return (
    <button
      type="button"
      aria-label={name}
      data-create // a notice stays above it
      onPointerEnter={onIntent}
      onClick={onPress}
      className="fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 centered h-14 min-w-14 rounded-full bg-brand px-4 font-semibold text-on-brand shadow-lifted"
    >
      <Icon icon={Plus} size={24} />
      {isBig && <span className="pr-1 pl-2">{label}</span>}
    </button>
  )
}
