import { ChipGroup, type ChipOption } from '../../../shared/web/ui/Chip.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import type { FeedFilter } from '../contract.ts'
import type { FeedView } from './url-state.ts'

const filters: readonly ChipOption<FeedFilter>[] = [
  ['all', 'All'],
  ['friends', 'Friends'],
  ['my-posts', 'My posts'],
]

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
