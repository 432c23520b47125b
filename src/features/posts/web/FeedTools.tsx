import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { FeedFilter } from '../contract.ts'

const filters: readonly { readonly value: FeedFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'friends', label: 'Friends' },
  { value: 'my-posts', label: 'My posts' },
]
/** Milliseconds without a keystroke after which a search is asked for. */
const pause = 300

export type FeedView = {
  readonly filter: FeedFilter
  readonly search: string
  readonly isNarrowed: boolean
  change(to: { filter?: FeedFilter; search?: string }): void
  reset(): void
}

/** Which part of the feed is shown; lives in the address, so that it can be shared and gone back to. */
export function useFeedView(): FeedView {
  const [address, setAddress] = useSearchParams()
  const filter = filters.find(({ value }) => value === address.get('filter'))?.value ?? 'all'
  const search = address.get('search') ?? ''
  return {
    filter,
    search,
    isNarrowed: filter !== 'all' || search !== '',
    change(to) {
      const next = { filter, search, ...to }
      const shown = {
        ...(next.filter === 'all' ? {} : { filter: next.filter }),
        ...(next.search ? { search: next.search } : {}),
      }
      setAddress(shown, { replace: true, preventScrollReset: true })
    },
    reset: () => setAddress({}, { replace: true }),
  }
}

/** Filter chips and the search box. */
export function FeedTools({ view }: { view: FeedView }) {
  const [term, setTerm] = useState(view.search)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed asks for a search
  useEffect(() => {
    if (term.trim() === view.search) return
    const waiting = setTimeout(() => view.change({ search: term.trim() }), pause)
    return () => clearTimeout(waiting)
  }, [term])
  useEffect(() => setTerm((typed) => (typed.trim() === view.search ? typed : view.search)), [view.search])

  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 desk:px-0 desk:py-4">
      <fieldset className="flex gap-2">
        <legend className="sr-only">Show</legend>
        {filters.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={view.filter === value}
            onClick={() => view.change({ filter: value })}
            className="min-h-11 rounded-full border border-line px-4 font-medium text-soft transition-colors duration-150 hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper desk:min-h-9"
          >
            {label}
          </button>
        ))}
      </fieldset>
      <label className="relative min-w-40 flex-1">
        <span className="sr-only">Search posts</span>
        <Search
          aria-hidden
          size={18}
          strokeWidth={1.75}
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-faint"
        />
        <input
          type="search"
          value={term}
          maxLength={200}
          placeholder="Search posts"
          onChange={(event) => setTerm(event.target.value)}
          className="min-h-11 w-full rounded-full bg-sunken pr-4 pl-10 text-body desk:min-h-9 desk:text-base"
        />
      </label>
    </div>
  )
}
