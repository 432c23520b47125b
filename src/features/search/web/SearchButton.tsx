import { Search } from 'lucide'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useRestoreFocus } from '../../../shared/web/focus.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { openPageSearch, useGlobalSearch } from '../../../shared/web/page-search.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { NavigationCommand } from './commands.ts'
import { EarlyField } from './EarlyField.tsx'

const Palette = lazyPart(() => import('./Palette.tsx'))

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/**
 * Opens the palette, as Ctrl K or ⌘K does anywhere; on a phone the field of the page, if it has one. `places` are the
 * targets of the navigation.
 */
export function SearchButton({ places }: { places: readonly NavigationCommand[] }) {
  const isDesk = useIsDesktop()
  const [isOpen, setIsOpen] = useState(false)
  const typed = useRef('')
  const open = (text: string) => {
    typed.current = text
    setIsOpen(true)
  }
  useGlobalSearch(open)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isApple ? event.metaKey : event.ctrlKey) || event.altKey) return
      event.preventDefault()
      typed.current = ''
      setIsOpen((before) => !before)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        aria-haspopup="dialog"
        onPointerEnter={Palette.preload}
        onClick={() => (isDesk || !openPageSearch()) && open('')}
        className="disc size-[min(2.75rem,12vw)] shrink-0 gap-2 text-soft transition-colors hover:bg-sunken hover:text-ink desk:h-9 desk:w-auto desk:bg-sunken desk:pr-2 desk:pl-3.5"
      >
        <Icon icon={Search} className="desk:size-4.5" />
        <span className="sr-only desk:not-sr-only">Search</span>
        <kbd
          aria-hidden
          className="ml-6 hidden rounded-md border border-line bg-surface px-1.5 font-sans text-tiny desk:inline"
        >
          {isApple ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      {isOpen && <SearchDialog places={places} initial={typed.current} onClose={() => setIsOpen(false)} />}
    </>
  )
}

type DialogProps = {
  places: readonly NavigationCommand[]
  /** What was typed in the field of the page. */
  initial: string
  onClose: () => void
}

/** Owns the typed text, so that none is lost when the palette replaces the placeholder. */
function SearchDialog({ places, initial, onClose }: DialogProps) {
  useRestoreFocus()
  const [typed, setTyped] = useState(initial)
  const typing = { typed, onType: setTyped, onClose }
  return (
    <Suspense fallback={<EarlyField {...typing} />}>
      <Palette places={places} {...typing} />
    </Suspense>
  )
}
