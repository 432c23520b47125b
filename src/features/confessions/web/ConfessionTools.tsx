import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { categories } from './labels.ts'
import { type ConfessionsView, sorts } from './url-state.ts'

/** Recent or Trending, search and category. */
export function ConfessionTools({ view }: { view: ConfessionsView }) {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-4 desk:px-0">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Sort</legend>
        {sorts.map(([sort, label]) => (
          <button
            key={sort}
            type="button"
            aria-pressed={view.sort === sort}
            onClick={() => view.change({ sort })}
            className="min-h-11 rounded-full border border-line bg-surface px-4 font-medium text-soft transition-colors duration-150 hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper desk:min-h-9"
          >
            {label}
          </button>
        ))}
      </fieldset>
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
