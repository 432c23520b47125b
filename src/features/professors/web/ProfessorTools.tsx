import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ChipSelect } from '../../../shared/web/ui/ChipSelect.tsx'
import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { FilterFields } from './FilterFields.tsx'
import { sorts } from './labels.ts'
import { useDepartments } from './queries.ts'
import { firstOrder, type ProfessorsView } from './url-state.ts'

/** Departments as chips, search, and in the filters the sort order and everything else. */
export function ProfessorTools({ view }: { view: ProfessorsView }) {
  const departments = useDepartments()
  const chips = [
    ['', 'All departments'] as const,
    ...(departments.data?.data ?? []).map(({ id, name }) => [id, name] as const),
  ]
  const isUp = view.order === 'asc'
  const isSorted = view.sort !== 'rating' || isUp
  return (
    <PageTools
      search={{
        label: 'Professor or course, e.g. MATH 201',
        term: view.search,
        onSearch: (search) => view.change({ search }),
      }}
      end={
        <FilterSheet
          count={view.inPanel + (isSorted ? 1 : 0)}
          onClear={() => view.change({ ...noFilters, sort: 'rating', order: 'desc' })}
        >
          <Select
            label="Sort"
            value={view.sort}
            options={sorts}
            onChange={(sort) => view.change({ sort, order: firstOrder(sort) })}
          />
          <Button
            aria-label={
              isUp ? 'Sorted low to high. Switch to high to low' : 'Sorted high to low. Switch to low to high'
            }
            onClick={() => view.change({ order: isUp ? 'desc' : 'asc' })}
          >
            <Icon icon={isUp ? ArrowUpNarrowWide : ArrowDownWideNarrow} />
            {isUp ? 'Low to high' : 'High to low'}
          </Button>
          <FilterFields view={view} />
          <details className="text-small text-soft">
            <summary className="min-h-6 cursor-pointer rounded-control">How ranking works</summary>
            <p className="mt-1">
              One 5-star review shouldn’t outrank fifty 4.8s. To rank, we add five ratings at the school’s average to
              each professor’s own: (sum of ratings + 5 × school average) ÷ (number of ratings + 5). The number on each
              card is the professor’s own average.
            </p>
          </details>
        </FilterSheet>
      }
    >
      {departments.isError ? (
        <p className="text-small text-danger">Failed to fetch departments</p>
      ) : (
        <ChipSelect
          label="Department"
          options={chips}
          value={view.department}
          onSelect={(department) => view.change({ department })}
        />
      )}
    </PageTools>
  )
}

const noFilters = {
  minRating: '',
  maxRating: '',
  minDifficulty: '',
  maxDifficulty: '',
  reviewed: false,
  again: false,
} as const
