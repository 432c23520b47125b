import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { categories, sorts } from './labels.ts'
import type { ConfessionsView } from './url-state.ts'

/** Recent or Trending, search and category. */
export function ConfessionTools({ view }: { view: ConfessionsView }) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-4 desk:px-0">
      <ChipGroup
        label="Sort"
        options={sorts}
        value={view.sort}
        onSelect={(sort) => view.change({ sort })}
        chipClassName="bg-surface desk:min-h-9"
      />
      <Select
        labelHidden
        label="Category"
        value={view.category}
        options={[['', 'All'], ...categories]}
        onChange={(category) => view.change({ category })}
        className="flex-1 sm:flex-none"
      />
      <SearchBox
        label="Search confessions"
        term={view.search}
        onSearch={(search) => view.change({ search })}
        className="min-w-full flex-1 sm:min-w-44"
      />
    </div>
  )
}
