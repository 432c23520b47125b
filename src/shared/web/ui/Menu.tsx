import { type ComponentProps, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { iconButtonClassName } from './IconButton.tsx'
import type { MenuItem, QuickItem } from './MenuPopup.tsx'
import { DialogFailed, type PartFailure } from './PartFailed.tsx'

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx'), MenuFailed)

export function MenuFailed({
  closed,
  failure,
  onClose,
}: {
  closed: ReactNode
  failure: PartFailure
  onClose: () => void
}) {
  return (
    <>
      {closed}
      <DialogFailed failure={failure} onClose={onClose} />
    </>
  )
}

type ButtonProps = {
  label: string
  children: ReactNode
  className?: string
  /** -1 where another element opens the menu by keyboard. */
  tabIndex?: number
}
type Props = ButtonProps & {
  items: readonly MenuItem[]
  /** A row above the list. */
  quickItems?: readonly QuickItem[]
}

/**
 * A button that opens a list of less frequent actions. The positioning code is large, so it is loaded when the user is
 * about to open a menu.
 */
export const Menu = ({ items, quickItems, ...button }: Props) => (
  <LazyMenu
    {...button}
    preload={MenuPopup.preload}
    popup={(shell) => <MenuPopup {...shell} items={items} quickItems={quickItems} />}
  />
)

/** What a menu on demand passes on to its MenuPopup. */
export type MenuShell = Omit<ComponentProps<typeof MenuPopup>, 'items' | 'quickItems'>

type LazyProps = ButtonProps & {
  preload: () => void
  /** A lazy part that renders a MenuPopup. */
  popup: (shell: MenuShell) => ReactNode
}

/** A menu whose items are loaded on demand, too. */
export function LazyMenu({ label, children, className = '', tabIndex = 0, preload, popup }: LazyProps) {
  const [wanted, setWanted] = useState(false)
  const shape = `${iconButtonClassName} ${className}`
  const closed = (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      title={label}
      tabIndex={tabIndex}
      className={shape}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
    >
      {children}
    </button>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      {popup({ label, className: shape, tabIndex, closed, onClose: () => setWanted(false), children })}
    </Suspense>
  )
}
