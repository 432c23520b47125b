import { useState } from 'react'
import { AdminList } from './AdminList.tsx'
import { Button } from './Button.tsx'
import { SearchBox } from './SearchBox.tsx'
import { SelectionBox } from './SelectionBox.tsx'
import { EmptyState } from './states.tsx'
import type { Story } from './story.ts'
import { TableCell, TableRow } from './Table.tsx'

type Props = { rows?: readonly string[]; isPending?: boolean; problem?: string }

function Example({ rows = [], isPending = false, problem }: Props) {
  const [selected, setSelected] = useState<readonly string[]>(rows.slice(0, 1))
  const toggle = (name: string) =>
    setSelected(selected.includes(name) ? selected.filter((one) => one !== name) : [...selected, name])
  return (
    <AdminList
      title="Reports"
      subtitle="Review reported content"
      list={{ isPending, isSuccess: !isPending, isPlaceholderData: false, refetch: () => Promise.resolve() }}
      tools={
        <SearchBox label="Search reports..." term="" onSearch={() => {}} className="min-w-[min(10rem,100%)] flex-1" />
      }
      problem={problem}
      selection={
        selected.length > 0
          ? {
              text: `${selected.length} report(s) selected`,
              actions: <Button>Mark Resolved</Button>,
              destructive: <Button variant="danger">Delete Selected</Button>,
              onClear: () => setSelected([]),
            }
          : undefined
      }
      expected={2}
      rows={rows}
      empty={<EmptyState title="No reports found" />}
      table={{ label: 'Reports', columns: [['Select'], 'Report'] }}
      row={(name) => (
        <TableRow key={name} selected={selected.includes(name)}>
          <TableCell>
            <SelectionBox
              label={`Select report: ${name}`}
              checked={selected.includes(name)}
              onChange={() => toggle(name)}
            />
          </TableCell>
          <TableCell wide>{name}</TableCell>
        </TableRow>
      )}
      pages={{ page: 1, totalPages: 2, onPage: () => {} }}
    />
  )
}

export default {
  name: 'AdminList',
  states: {
    Default: () => <Example rows={['Spam', 'Harassment']} />,
    Pending: () => <Example isPending />,
    Empty: () => <Example />,
    Error: () => <Example problem="Failed to fetch reports" />,
    'Long text': () => <Example rows={['A reason that is longer than a small phone is wide. '.repeat(4)]} />,
  },
} satisfies Story
