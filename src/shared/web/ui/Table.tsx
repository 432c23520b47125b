import type { ReactNode } from 'react'

/** Sets a role through a function, because a linter rejects it as redundant: see Table. */
const as = (role: string) => ({ role })

type Props = {
  /** Accessible name of the table. */
  label: string
  /** The column headings; one in brackets is for screen readers only. */
  columns: readonly (string | readonly [string])[]
  children: ReactNode
}

/**
 * A table that becomes a list of cards on a phone. Sets the roles explicitly, because screen readers do not recognize a
 * table whose layout was changed by CSS.
 */
export const Table = ({ label, columns, children }: Props) => (
  // Positioned, so that visually hidden text scrolls with the table instead of widening the page.
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
  /** Takes a full row on a phone. */
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
