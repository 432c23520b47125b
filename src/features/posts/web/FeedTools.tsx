import { ChipGroup, type ChipOption } from '../../../shared/web/ui/Chip.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import type { FeedFilter } from '../contract.ts'
import type { FeedView } from './url-state.ts'

const filters: readonly ChipOption<FeedFilter>[] = [
  ['all', 'All'],
  ['friends', 'Friends'],
  ['my-posts', 'My posts'],
]

export function FeedTools({ view }: { view: FeedView }) {
  return (
    <PageTools search={{ label: 'Search posts', term: view.search, onSearch: (search) => view.change({ search }) }}>
      <ChipGroup
        label="Filter posts"
        options={filters}
        value={view.filter}
        onSelect={(filter) => view.change({ filter })}
        className="flex gap-2"
      />
    </PageTools>
  )
}
