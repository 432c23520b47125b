import { ArrowDownWideNarrow, ArrowUpNarrowWide, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { FiltersPanel } from './FiltersPanel.tsx'
import { sorts } from './labels.ts'
import { useDepartments } from './queries.ts'
import { firstOrder, type ProfessorsView } from './url-state.ts'

/** Department, search, sort order and the filter panel. */
export function ProfessorTools({ view }: { view: ProfessorsView }) {
  const departments = useDepartments()
  const panel = useId()
  const [isOpen, setIsOpen] = useState(view.inPanel > 0)
  const options = (departments.data?.data ?? []).map(({ id, name }) => [id, name] as const)
  const isUp = view.order === 'asc'
  return (
    <div className="space-y-2 px-4 pb-4 desk:px-0">
      <div className="flex flex-wrap gap-2">
        <SearchBox
          label="Search professors"
          term={view.search}
          onSearch={(search) => view.change({ search })}
          className="min-w-[min(10rem,100%)] flex-1"
        />
        <Button
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsOpen(!isOpen)}
          className="rounded-full! desk:min-h-9"
        >
          <Icon icon={SlidersHorizontal} size={16} />
          Filters
          {view.inPanel > 0 && (
            <span className="rounded-full bg-brand px-1.5 text-tiny font-semibold text-on-brand tabular-nums">
              {view.inPanel}
            </span>
          )}
        </Button>
      </div>
      <div className="flex gap-2">
        <Select
          labelHidden
          label="Department"
          value={view.department}
          options={[['', 'All departments'], ...options]}
          onChange={(department) => view.change({ department })}
          className="min-w-0 flex-1"
        />
        <Select
          labelHidden
          label="Sort"
          value={view.sort}
          options={sorts}
          onChange={(sort) => view.change({ sort, order: firstOrder(sort) })}
          className="min-w-0 flex-1"
        />
        <IconButton
          label={isUp ? 'Sorted low to high. Switch to high to low' : 'Sorted high to low. Switch to low to high'}
          onClick={() => view.change({ order: isUp ? 'desc' : 'asc' })}
          className="desk:size-9"
        >
          {isUp ? <Icon icon={ArrowUpNarrowWide} /> : <Icon icon={ArrowDownWideNarrow} />}
        </IconButton>
      </div>
      {departments.isError && <p className="text-small text-danger">Failed to fetch departments</p>}
      {view.sort === 'rating' && (
        <details className="text-small text-soft">
          <summary className="min-h-6 cursor-pointer rounded-control">How ranking works</summary>
          <p className="mt-1 max-w-prose">
            One 5-star review shouldn’t outrank fifty 4.8s. To rank, we add five ratings at the school’s average to each
            professor’s own: (sum of ratings + 5 × school average) ÷ (number of ratings + 5). The number on each card is
            the professor’s own average.
          </p>
        </details>
      )}
      <div id={panel} hidden={!isOpen}>
        {isOpen && <FiltersPanel view={view} />}
      </div>
    </div>
  )
}
