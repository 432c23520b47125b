import { useSearchParams } from 'react-router'
import { ChipGroup, type ChipOption } from '../../../shared/web/ui/Chip.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { currentSearchParams } from '../../../shared/web/url-state.ts'
import type { FeedFilter } from '../contract.ts'

const filters: readonly ChipOption<FeedFilter>[] = [
  ['all', 'All'],
  ['friends', 'Friends'],
  ['my-posts', 'My posts'],
]

export type FeedView = {
  readonly filter: FeedFilter
  readonly search: string
  /** Id of the post in the open dialog. */
  readonly post: string | undefined
  readonly isNarrowed: boolean
  change(to: { filter?: FeedFilter; search?: string; post?: undefined }): void
  reset(): void
}

const read = (address: URLSearchParams) => ({
  filter: filters.find(([value]) => value === address.get('filter'))?.[0] ?? 'all',
  search: address.get('search') ?? '',
  post: address.get('post') ?? undefined,
})

/** The filter, search term and open post, kept in the URL so that they can be shared and restored by Back. */
export function useFeedView(): FeedView {
  const [address, setAddress] = useSearchParams()
  const { filter, search, post } = read(address)
  return {
    filter,
    search,
    post,
    isNarrowed: filter !== 'all' || search !== '',
    change(to) {
      const next = { ...read(currentSearchParams()), ...to }
      const shown = {
        ...(next.filter === 'all' ? {} : { filter: next.filter }),
        ...(next.search ? { search: next.search } : {}),
        ...(next.post ? { post: next.post } : {}),
      }
      setAddress(shown, { replace: true, preventScrollReset: true })
    },
    reset: () => setAddress({}, { replace: true }),
  }
}

export function FeedTools({ view }: { view: FeedView }) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-3 desk:px-0 desk:py-4">
      <ChipGroup
        label="Filter posts"
        options={filters}
        value={view.filter}
        onSelect={(filter) => view.change({ filter })}
      />
      <SearchBox
        label="Search posts"
        term={view.search}
        onSearch={(search) => view.change({ search })}
        className="min-w-[min(10rem,100%)] flex-1"
      />
    </div>
  )
}
