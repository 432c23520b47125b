import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { categories, sorts } from './labels.ts'
import type { ConfessionsView } from './url-state.ts'

/** Recent or Trending, search and category. */
export function ConfessionTools({ view }: { view: ConfessionsView }) {
  return (
    <PageTools
      search={{ label: 'Search confessions', term: view.search, onSearch: (search) => view.change({ search }) }}
      end={
        <FilterSheet count={view.category ? 1 : 0} onClear={() => view.change({ category: '' })}>
          <Select
            label="Category"
            value={view.category}
            options={[['', 'All'], ...categories]}
            onChange={(category) => view.change({ category })}
          />
        </FilterSheet>
      }
    >
      <ChipGroup
        label="Sort"
        options={sorts}
        value={view.sort}
        onSelect={(sort) => view.change({ sort })}
        className="flex gap-2"
      />
    </PageTools>
  )
}
