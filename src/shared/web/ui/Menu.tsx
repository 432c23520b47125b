import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { MenuItem } from './MenuPopup.tsx'

const load = () => import('./MenuPopup.tsx')
const MenuPopup = lazy(load)

type Props = { label: string; items: readonly MenuItem[]; children: ReactNode; className?: string }

/**
 * A button that opens a list of rarer actions. What positions the list is big, so it comes when somebody is about
 * to open one.
 */
export function Menu({ label, items, children, className = '' }: Props) {
  const [wanted, setWanted] = useState(false)
  const shape = `inline-flex size-11 shrink-0 items-center justify-center rounded-full text-soft transition-colors duration-150 hover:bg-sunken hover:text-ink ${className}`
  const closed = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      title={label}
      className={shape}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setWanted(true)}
    >
      {children}
    </button>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPopup label={label} items={items} className={shape}>
        {children}
      </MenuPopup>
    </Suspense>
  )
}
