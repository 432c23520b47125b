import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { categories, types } from './labels.ts'
import type { GroupsView } from './url-state.ts'

/** Category and type of the suggested groups. */
export function GroupFilters({ view }: { view: GroupsView }) {
  const { category, type } = view
  return (
    <FilterSheet
      count={[category, type].filter(Boolean).length}
      onClear={() => view.change({ category: '', type: '' })}
    >
      <Select
        label="Category"
        value={category}
        options={[['', 'All categories'], ...categories]}
        onChange={(next) => view.change({ category: next })}
      />
      <Select
        label="Type"
        value={type}
        options={[['', 'Any type'], ...types]}
        onChange={(next) => view.change({ type: next })}
      />
    </FilterSheet>
  )
}
