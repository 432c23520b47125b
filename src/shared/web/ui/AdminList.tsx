import { type ComponentProps, type ReactNode, useLayoutEffect } from 'react'
import { useKeptFocus } from '../kept-focus.ts'
import { Button } from './Button.tsx'
import { Pager, Pagination } from './Pagination.tsx'
import { Banner, Panel, Toolbar } from './Panel.tsx'
import { SelectionBox } from './SelectionBox.tsx'
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

/** The rows that can be selected, by id, and those that are. */
type Selectable = {
  readonly ids: readonly string[]
  readonly chosen: readonly string[]
  onChange(ids: readonly string[]): void
}

/** The query behind the rows. */
type List = {
  readonly isPending: boolean
  readonly isSuccess: boolean
  readonly isPlaceholderData: boolean
  refetch(): Promise<unknown>
}

type Pages = {
  readonly page: number
  readonly totalPages: number
  /** Goes to a page. The entry of the history is replaced where the user has not chosen it. */
  onPage(page: number, options?: { readonly replace: boolean }): void
  /** '41 total reports'. With it, pages are numbered. */
  readonly total?: string
  /** Distinguishes two lists on one screen. */
  readonly label?: string
}

type Props<Row> = Omit<ComponentProps<typeof Panel>, 'children' | 'onRefresh' | 'section'> & {
  list: List
  /** Whether Refresh is offered. */
  refreshable?: boolean
  /** Search and filters. */
  tools?: ReactNode
  /** A failed load or action, above the rows that are there. */
  problem?: string | false | undefined
  selection?: Selection | undefined
  /** Offers to select all rows of the page. */
  selectable?: Selectable
  /** Number of rows that are drawn while it loads. */
  expected?: number
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
  pages?: Pages | false | undefined
  /** Dialogs. */
  children?: ReactNode
}

/** A list of the administration: tools, a selection, a table with its states, and pages. */
export function AdminList<Row>({ list, tools, problem, selection, rows, empty, ...props }: Props<Row>) {
  const {
    refreshable = true,
    expected = 6,
    failure,
    heading,
    table,
    row,
    pages,
    selectable,
    children,
    ...panel
  } = props
  const section = useKeptFocus<HTMLElement>()
  const isBeyondEnd = useLastPage(list, pages)
  const isPending = list.isPending || isBeyondEnd || (list.isPlaceholderData && rows.length === 0)
  const hasFailed = !list.isPending && !list.isSuccess
  return (
    <Panel {...panel} section={section} {...(refreshable ? { onRefresh: () => list.refetch() } : {})}>
      {tools && <Toolbar>{tools}</Toolbar>}
      {problem && <Banner text={problem} onRetry={hasFailed && (() => void list.refetch())} />}
      {selection && <SelectionBar {...selection} />}
      {heading}
      {isPending && <RowSkeletons count={expected} />}
      {failure}
      {!isPending && list.isSuccess && rows.length === 0 && empty}
      {selectable && selectable.ids.length > 1 && <SelectAll {...selectable} />}
      {rows.length > 0 && table && <Table {...table}>{rows.map(row)}</Table>}
      {rows.length > 0 && !table && <ul className="desk:space-y-3">{rows.map(row)}</ul>}
      {pages && !isBeyondEnd && (rows.length > 0 || pages.page > 1) && <Pages {...pages} />}
      {children}
    </Panel>
  )
}

/** Lines one below the other on a phone, and beside one another in a table. */
const RowSkeletons = ({ count }: { count: number }) => (
  <div className="card divide-y divide-line">
    {Array.from({ length: count }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike
      <div key={row} className="space-y-2.5 px-4.5 py-4 desk:flex desk:items-center desk:gap-6 desk:space-y-0">
        <Skeleton className="h-4 w-2/5 desk:w-1/4" />
        <Skeleton className="h-3.5 w-4/5 desk:flex-1" />
        <Skeleton className="h-3.5 w-1/3 desk:w-24" />
      </div>
    ))}
  </div>
)

/** Whether the page is beyond the end, as after the removal of its last row. Then goes to the last existing page. */
function useLastPage(list: List, pages: Pages | false | undefined): boolean {
  const { page, totalPages, onPage } = pages || { page: 1, totalPages: 1, onPage: () => {} }
  const isBeyondEnd = list.isSuccess && !list.isPlaceholderData && page > totalPages
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per page that does not exist
  useLayoutEffect(() => {
    if (isBeyondEnd) onPage(totalPages, { replace: true })
  }, [isBeyondEnd, totalPages])
  return isBeyondEnd
}

const Pages = ({ total, label, ...pages }: Pages) =>
  total === undefined ? (
    <Pager {...pages} {...(label ? { label } : {})} />
  ) : (
    <Pagination {...pages} text={`Showing page ${pages.page} of ${pages.totalPages} (${total})`} />
  )

function SelectAll({ ids, chosen, onChange }: Selectable) {
  const isAll = ids.every((id) => chosen.includes(id))
  return (
    <div className="flex min-h-11 items-center gap-3 px-4 desk:px-4.5">
      <SelectionBox
        label="Select all on this page"
        checked={isAll}
        isMixed={!isAll && chosen.length > 0}
        onChange={(next) => onChange(next ? ids : [])}
      />
      <span aria-hidden="true" className="text-small text-soft">
        Select all on this page
      </span>
    </div>
  )
}

/** How many rows are selected, and what can be done with all of them. */
const SelectionBar = ({ text, actions, destructive, onClear }: Selection) => (
  <div className="sticky top-16 z-10 mx-4 mb-3 flex flex-wrap items-center gap-2 rounded-control bg-brand-soft py-2 pr-2 pl-4 desk:mx-0">
    <p aria-live="polite" className="mr-auto font-medium tabular-nums max-desk:flex-1">
      {text}
    </p>
    <div className="flex flex-wrap gap-2 max-desk:order-last max-desk:w-full max-desk:*:flex-1">
      {actions}
      {destructive}
    </div>
    <Button variant="ghost" onClick={onClear} className="px-3!">
      Clear Selection
    </Button>
  </div>
)
