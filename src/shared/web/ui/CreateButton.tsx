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

function subscribe(changed: () => void) {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** The primary action of a page on a phone: a disc at the bottom right, with its label while the page is at the top. */
export function CreateButton({ label, name = label, onPress, onIntent }: CreateProps) {
  const isAtTop = useSyncExternalStore(subscribe, () => scrollY < 8)
  return (
    <button
      type="button"
      aria-label={name}
      onPointerEnter={onIntent}
      onClick={onPress}
      className="fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 centered h-14 min-w-14 rounded-full bg-brand px-4 font-semibold text-on-brand shadow-lifted"
    >
      <Icon icon={Plus} size={24} />
      {isAtTop && <span className="pr-1 pl-2">{label}</span>}
    </button>
  )
}
