import { useState } from 'react'
import { ChipGroup } from './Chip.tsx'
import { FilterSheet } from './FilterSheet.tsx'
import { PageTools } from './PageTools.tsx'
import type { Story } from './story.ts'

const options = ['All', 'Textbooks', 'Electronics', 'Furniture', 'Clothing'].map((name) => [name, name] as const)

function Tools({ count }: { count: number }) {
  const [value, setValue] = useState('All')
  return (
    <PageTools
      search={{ label: 'Search listings', term: '', onSearch: () => {} }}
      end={
        <FilterSheet count={count} onClear={() => {}}>
          <p>Fields</p>
        </FilterSheet>
      }
    >
      <ChipGroup label="Category" options={options} value={value} onSelect={setValue} />
    </PageTools>
  )
}

export default {
  name: 'PageTools',
  states: { Default: () => <Tools count={0} />, 'Two filters': () => <Tools count={2} /> },
} satisfies Story
