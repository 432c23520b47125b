import { ArrowLeft, Search } from 'lucide'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useRestoreFocus } from '../focus.ts'
import { useIsDesktop } from '../media-query.ts'
import { openGlobalSearch, usePageSearch } from '../page-search.ts'
import { InBar } from './AppBar.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { SearchBox } from './SearchBox.tsx'

type SearchProps = Pick<ComponentProps<typeof SearchBox>, 'label' | 'term' | 'onSearch'>

type Props = {
  search?: SearchProps | false
  /** Stays at the right: a FilterSheet, or a button. */
  end?: ReactNode
  /** Chips, or tabs. They scroll sideways. */
  children?: ReactNode
}

/**
 * The tools of a list, in one row that stays below the bar on a phone. There, its search field opens in the bar, with the
 * magnifier; on a desktop it is part of the row. Renders nothing without a tool.
 */
export function PageTools({ search, end, children }: Props) {
  const isDesk = useIsDesktop()
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => (isDesk ? undefined : showChosen(row)), [isDesk])
  if (!search && !end && !children) return null
  return (
    <div className="bars-tools sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 flex min-h-11.5 items-center border-b border-line bg-paper px-4 desk:static desk:mb-4 desk:gap-2 desk:border-0 desk:p-0">
      <div
        ref={row}
        className="relative -ml-4 flex min-w-0 flex-1 items-center gap-2 overflow-x-auto mask-r-from-[calc(100%-1rem)] px-4 [scrollbar-width:none] desk:ml-0 desk:mask-none desk:p-0.5 desk:[scrollbar-width:thin] [&>*]:shrink-0"
      >
        {children}
      </div>
      {end}
      {search && (isDesk ? <SearchBox {...search} className="w-48" /> : <BarSearch {...search} />)}
    </div>
  )
}

/** Between the chosen chip and the end of the row, in pixels. */
const chipMargin = 20

/**
 * Scrolls the row to the chosen chip, unless it is the first of its group, once the page is drawn. `scrollIntoView` would
 * scroll the page, too, while the bars are hidden.
 */
function showChosen(row: RefObject<HTMLElement | null>): () => void {
  let timer: ReturnType<typeof setTimeout>
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => {
      const list = row.current
      const chosen = [...(list?.querySelectorAll('label:not(:first-of-type):has(:checked)') ?? [])].at(-1)
      if (!list || !chosen) return
      const [chip, frame] = [chosen.getBoundingClientRect(), list.getBoundingClientRect()]
      const missing =
        Math.max(0, chip.right + chipMargin - frame.right) || Math.min(0, chip.left - chipMargin - frame.left)
      list.scrollLeft += missing
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The search field of a page in the bar of a phone, opened by the magnifier. */
export function BarSearch(search: SearchProps) {
  const [isOpen, setIsOpen] = useState(false)
  usePageSearch(() => setIsOpen(true))
  if (!isOpen && !search.term) return null
  return (
    <InBar slot="search">
      <OpenSearch
        {...search}
        autoFocus={isOpen}
        onClose={() => {
          setIsOpen(false)
          search.onSearch('')
        }}
      />
    </InBar>
  )
}

function OpenSearch({ autoFocus, onClose, ...search }: SearchProps & { autoFocus: boolean; onClose: () => void }) {
  useRestoreFocus()
  const [typed, setTyped] = useState(search.term)
  return (
    <search
      className="group absolute inset-0 flex items-center gap-1 bg-paper px-1.5"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <IconButton label="Close search" onClick={onClose}>
        <Icon icon={ArrowLeft} />
      </IconButton>
      <SearchBox {...search} autoFocus={autoFocus} onType={setTyped} className="flex-1 pr-2.5" />
      <button
        type="button"
        onPointerDown={(event) => event.preventDefault()} // keeps the focus in the field, and this button visible
        onClick={() => openGlobalSearch(typed)}
        className="invisible absolute inset-x-0 top-full flex min-h-12 items-center gap-3 border-y border-line bg-surface px-4.5 font-medium text-soft group-focus-within:visible"
      >
        <Icon icon={Search} size={18} />
        Search everything
      </button>
    </search>
  )
}
