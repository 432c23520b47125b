import type { ComponentProps, ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Banner, Panel, Toolbar } from './Panel.tsx'
import { Skeleton } from './states.tsx'
import { Table } from './Table.tsx'

/** Shown while rows are selected. */
type Selection = {
  readonly text: string
  readonly actions?: ReactNode
  /** The last of the actions. */
  readonly destructive?: ReactNode
  onClear(): void
}

type Props<Row> = Omit<ComponentProps<typeof Panel>, 'children'> & {
  /** Search and filters. */
  tools?: ReactNode
  /** A failed load or action, above the rows that are there. */
  problem?: string | false | undefined
  selection?: Selection | undefined
  isPending: boolean
  /** Height of the placeholder while pending. */
  skeleton?: string
  /** Replaces the rows after a failed load. */
  failure?: ReactNode
  /** Between the tools and the rows. */
  heading?: ReactNode
  rows: readonly Row[]
  /** Shown without rows, once they are loaded. */
  empty: ReactNode
  /** Without it the rows are cards, one below the other. */
  table?: Omit<ComponentProps<typeof Table>, 'children'>
  /** Renders a TableRow or an `li` with a key. */
  row: (item: Row) => ReactNode
  pages?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A list of the administration: tools, a selection, a table with its states, and pages. */
export function AdminList<Row>({ tools, problem, selection, isPending, rows, empty, ...props }: Props<Row>) {
  const { skeleton = 'h-96', failure, heading, table, row, pages, children, ...panel } = props
  return (
    <Panel {...panel}>
      {tools && <Toolbar>{tools}</Toolbar>}
      {problem && <Banner text={problem} />}
      {selection && <SelectionBar {...selection} />}
      {isPending && <Skeleton className={`mx-4 desk:mx-0 ${skeleton}`} />}
      {failure}
      {heading}
      {!isPending && rows.length === 0 && empty}
      {rows.length > 0 && table && <Table {...table}>{rows.map(row)}</Table>}
      {rows.length > 0 && !table && <ul className="desk:space-y-3">{rows.map(row)}</ul>}
      {pages}
      {children}
    </Panel>
  )
}

/** How many rows are selected, and what can be done with all of them. */
const SelectionBar = ({ text, actions, destructive, onClear }: Selection) => (
  <div className="sticky top-16 z-10 mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-control bg-brand-soft px-4 py-2 desk:mx-0">
    <p aria-live="polite" className="mr-auto font-medium tabular-nums">
      {text}
    </p>
    {actions}
    <Button variant="ghost" onClick={onClear}>
      Clear Selection
    </Button>
    {destructive}
  </div>
)
