import { SlidersHorizontal } from 'lucide'
import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

const FilterPanel = lazyPart(() => import('./FilterPanel.tsx'))

type Props = {
  label?: string
  /** How many filters differ from their defaults. */
  count: number
  onClear: () => void
  /** The fields. They apply immediately. */
  children: ReactNode
}

/** A button that opens the filters of a list: in a sheet on a phone, in a popover on a desk. Their code loads on demand. */
export function FilterSheet({ label = 'Filters', count, onClear, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  return (
    <>
      <Button
        ref={setButton}
        variant="ghost"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={count === 0 ? label : `${label}, ${count} active`}
        onPointerEnter={FilterPanel.preload}
        onFocus={FilterPanel.preload}
        onClick={() => setIsOpen(true)}
        className="shrink-0 max-desk:-mr-2 max-desk:px-2!"
      >
        <Icon icon={SlidersHorizontal} size={18} />
        {label}
        {count > 0 && (
          // Drawn, because the name of the button has the number already.
          <span
            data-count={count}
            className="rounded-full bg-brand px-1.5 text-tiny font-semibold text-on-brand tabular-nums before:content-[attr(data-count)]"
          />
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <FilterPanel
            label={label}
            anchor={button}
            isClearable={count > 0}
            onClear={onClear}
            onClose={() => setIsOpen(false)}
          >
            {children}
          </FilterPanel>
        </Suspense>
      )}
    </>
  )
}
