import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { subjects } from '../contract.gen.ts'
import { filters, sorts } from './labels.ts'
import type { HelpView } from './url-state.ts'

const subjectChips = (['', ...subjects] as const).map((subject) => [subject, subject || 'All Subjects'] as const)

/** Subjects as a row of chips, with search, filter and sort below. */
export function HelpTools({ view }: { view: HelpView }) {
  return (
    <div className="space-y-2 pb-4">
      <ChipGroup
        label="Subject"
        options={subjectChips}
        value={view.subject}
        onSelect={(subject) => view.change({ subject })}
        className="flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:flex-wrap desk:px-0"
        chipClassName="shrink-0 bg-surface px-3.5! hover:text-ink desk:min-h-8 desk:px-3! desk:text-small"
      />
      <div className="flex flex-wrap items-center gap-2 px-4 desk:px-0">
        <SearchBox
          label="Search questions"
          term={view.search}
          onSearch={(search) => view.change({ search })}
          className="min-w-full flex-1 sm:min-w-48"
        />
        <Select
          labelHidden
          label="Filter"
          value={view.filter}
          options={filters}
          onChange={(filter) => view.change({ filter })}
          className="flex-1 sm:flex-none"
        />
        <Select
          labelHidden
          label="Sort"
          value={view.sort}
          options={sorts}
          onChange={(sort) => view.change({ sort })}
          className="flex-1 sm:flex-none"
        />
      </div>
    </div>
  )
}
