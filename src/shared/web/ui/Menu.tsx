import { type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../lazy-part.tsx'
import { iconButtonClassName } from './IconButton.tsx'
import type { MenuItem } from './MenuPopup.tsx'
import { DialogFailed, type PartFailure } from './PartFailed.tsx'

const MenuPopup = lazyPart(() => import('./MenuPopup.tsx'), MenuFailed)

function MenuFailed({ closed, failure, onClose }: { closed: ReactNode; failure: PartFailure; onClose: () => void }) {
  return (
    <>
      {closed}
      <DialogFailed failure={failure} onClose={onClose} />
    </>
  )
}

type Props = {
  label: string
  items: readonly MenuItem[]
  children: ReactNode
  className?: string
  /** -1 where another element opens the menu by keyboard. */
  tabIndex?: number
}

/**
 * A button that opens a list of less frequent actions. The positioning code is large, so it is loaded when the user is
 * about to open a menu.
 */
export function Menu({ label, items, children, className = '', tabIndex = 0 }: Props) {
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
      onPointerEnter={MenuPopup.preload}
      onFocus={MenuPopup.preload}
      onClick={() => setWanted(true)}
    >
      {children}
    </button>
  )
  if (!wanted) return closed
  return (
    <Suspense fallback={closed}>
      <MenuPopup
        label={label}
        items={items}
        className={shape}
        tabIndex={tabIndex}
        closed={closed}
        onClose={() => setWanted(false)}
      >
        {children}
      </MenuPopup>
    </Suspense>
  )
}
