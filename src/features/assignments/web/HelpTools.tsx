import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { FilterSheet } from '../../../shared/web/ui/FilterSheet.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { subjects } from '../contract.gen.ts'
import { filters, sorts } from './labels.ts'
import type { HelpView } from './url-state.ts'

const subjectChips = (['', ...subjects] as const).map((subject) => [subject, subject || 'All Subjects'] as const)

/** Subjects as chips, search, and in the filters whose questions and their order. */
export function HelpTools({ view }: { view: HelpView }) {
  const { filter, sort } = view
  const count = [filter !== 'all', sort !== 'newest'].filter(Boolean).length
  return (
    <PageTools
      search={{ label: 'Search questions', term: view.search, onSearch: (search) => view.change({ search }) }}
      end={
        <FilterSheet count={count} onClear={() => view.change({ filter: 'all', sort: 'newest' })}>
          <Select label="Filter" value={filter} options={filters} onChange={(next) => view.change({ filter: next })} />
          <Select label="Sort" value={sort} options={sorts} onChange={(next) => view.change({ sort: next })} />
        </FilterSheet>
      }
    >
      <ChipGroup
        label="Subject"
        options={subjectChips}
        value={view.subject}
        onSelect={(subject) => view.change({ subject })}
        className="flex gap-2"
      />
    </PageTools>
  )
}
