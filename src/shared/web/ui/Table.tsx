import type { ReactNode } from 'react'

/** Said by a function, since a linter can't see why it is said at all: see Table. */
const as = (role: string) => ({ role })

type Props = {
  /** What the table lists, for whoever can't see it. */
  label: string
  /** The heading of each column; one in brackets is only read aloud. */
  columns: readonly (string | readonly [string])[]
  children: ReactNode
}

/**
 * A table that becomes a list of cards on a phone. The roles are said again, because a table that is laid out otherwise
 * is no table to a screen reader.
 */
export const Table = ({ label, columns, children }: Props) => (
  // Positioned, so that what is only read aloud scrolls with the table rather than make the page wider.
  <div className="card relative overflow-x-auto">
    <table {...as('table')} aria-label={label} className="w-full text-left text-small max-desk:block">
      <thead {...as('rowgroup')} className="max-desk:sr-only">
        <tr {...as('row')} className="border-b border-line text-faint">
          {columns.map((column) => (
            <th
              key={String(column)}
              {...as('columnheader')}
              scope="col"
              className="px-2 py-2.5 font-medium whitespace-nowrap first:pl-4.5"
            >
              {typeof column === 'string' ? column : <span className="sr-only">{column}</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...as('rowgroup')} className="max-desk:block">
        {children}
      </tbody>
    </table>
  </div>
)

export const TableRow = ({ children, selected = false }: { children: ReactNode; selected?: boolean }) => (
  <tr
    {...as('row')}
    aria-selected={selected || undefined}
    className="border-b border-line last:border-0 aria-selected:bg-brand-soft/50 max-desk:flex max-desk:flex-wrap max-desk:items-center max-desk:gap-x-3 max-desk:gap-y-2 max-desk:px-4 max-desk:py-3.5"
  >
    {children}
  </tr>
)

type CellProps = {
  children?: ReactNode
  /** Takes a line of its own on a phone. */
  wide?: boolean
  className?: string
}

export const TableCell = ({ children, wide = false, className = '' }: CellProps) => (
  <td
    {...as('cell')}
    className={`align-top max-desk:empty:hidden desk:px-2 desk:py-3 desk:first:pl-4.5 desk:last:pr-4 ${wide ? 'max-desk:w-full' : ''} ${className}`}
  >
    {children}
  </td>
)
