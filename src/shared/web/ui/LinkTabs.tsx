import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'

type LinkTab<N> = {
  readonly name: N
  readonly label: string
  /** Shown after the label once it is known. */
  readonly count?: number | undefined
  /** How many items behind it are new. */
  readonly news?: number | undefined
}

type Props<N> = {
  label: string
  tabs: readonly LinkTab<N>[]
  active: string
  to: (name: N) => string
  /** In a row of tools, which scrolls and has the line below. */
  bare?: boolean
  className?: string
}

export const linkTabClassName =
  '-mb-px flex min-h-11 items-center gap-1.5 border-b-2 border-transparent font-medium whitespace-nowrap text-soft -outline-offset-2 transition-colors hover:text-ink aria-[current]:border-brand aria-[current]:text-ink'

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index, last) => (index === 0 ? last : index - 1),
  ArrowRight: (index, last) => (index === last ? 0 : index + 1),
  Home: () => 0,
  End: (_index, last) => last,
}

/** Moves the focus between the links; Enter opens one. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const index = links.indexOf(event.target as HTMLAnchorElement)
  const next = steps[event.key]?.(index, links.length - 1)
  if (index < 0 || next === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  links[next]?.focus()
}

/** '3 new', or nothing. */
export const NewCount = ({ count = 0, className = '' }: { count?: number | undefined; className?: string }) =>
  count > 0 && <span className={`text-small font-semibold text-brick tabular-nums ${className}`}>{count} new</span>

/** Tabs of a page; each has its own URL. Arrow keys move between them. */
export function LinkTabs<N extends string>({ label, tabs, active, to, bare = false, className = '' }: Props<N>) {
  const list = useRef<HTMLUListElement>(null)
  // Not all tabs may fit on a phone; keep the active one visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the active tab, also when counts make other tabs wider
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active, tabs.map(({ count, news }) => `${count} ${news}`).join()])
  return (
    <nav
      aria-label={label}
      onKeyDown={moveFocus}
      className={bare ? '' : `overflow-x-auto [scrollbar-width:none] ${className}`}
    >
      <ul
        ref={list}
        className={`flex gap-4 desk:gap-6 ${bare ? '' : 'w-fit min-w-full border-b border-line px-4 desk:px-0'}`}
      >
        {tabs.map(({ name, label: text, count, news }) => (
          <li key={name}>
            <Link to={to(name)} aria-current={name === active ? 'page' : undefined} className={linkTabClassName}>
              {text}
              {count !== undefined && <span className="text-small text-faint tabular-nums">{count}</span>}
              <NewCount count={news} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
