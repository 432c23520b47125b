import { useState } from 'react'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { Table, TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import type { CheckedIn } from '../check-in-contract.ts'
import { formatClock, useZone } from './school-time.ts'

/** Rows that are shown at first: a search finds the others. */
const maxRows = 100
/** From this number of attendees on, a search is shown. */
const minForSearch = 8

type Props = {
  attendees: readonly CheckedIn[]
  isBusy: boolean
  /** Absent when no attendee can be checked in. */
  onCheckIn: ((person: CheckedIn) => Promise<void>) | undefined
}

/** The attendees by name, and when each was checked in. */
export function AttendanceList({ attendees, isBusy, onCheckIn }: Props) {
  const zone = useZone()
  const [term, setTerm] = useState('')
  const [isWhole, setIsWhole] = useState(false)
  const found = attendees.filter(({ name }) => name.toLocaleLowerCase().includes(term.toLocaleLowerCase()))
  const shown = isWhole ? found : found.slice(0, maxRows)
  const isEmpty = attendees.every(({ checked_in_at }) => checked_in_at === null)
  return (
    <section aria-label="Attendance" className="min-w-0 space-y-3">
      {isEmpty && <p className="text-soft">No one has checked in yet</p>}
      {attendees.length >= minForSearch && (
        <SearchBox label="Search attendees" term={term} onSearch={setTerm} className="block" />
      )}
      {term !== '' && found.length === 0 && <p className="text-soft">No one going has this name.</p>}
      {shown.length > 0 && (
        <Table label="Attendance" columns={['Name', 'Checked in']}>
          {shown.map((person) => (
            <TableRow key={person.id}>
              <TableCell className="min-w-0 max-desk:flex-1">
                <span className="flex min-h-11 items-center gap-3">
                  <Avatar person={{ ...person, avatar_url: person.avatar }} size={32} />
                  <span className="min-w-0 text-base font-medium wrap-anywhere">
                    {person.name}
                    {person.contest !== null && (
                      <span className="block text-small font-normal text-soft">Says: “{person.contest}”</span>
                    )}
                  </span>
                </span>
              </TableCell>
              <TableCell>
                <span className="flex min-h-11 items-center">
                  {person.checked_in_at !== null && formatClock(person.checked_in_at, zone)}
                  {person.checked_in_at === null && onCheckIn && (
                    <Button
                      disabled={isBusy}
                      className="whitespace-nowrap"
                      aria-label={`Check in ${person.name}`}
                      onClick={() => void onCheckIn(person)}
                    >
                      Check in
                    </Button>
                  )}
                  {person.checked_in_at === null && !onCheckIn && <span className="text-soft">No</span>}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </Table>
      )}
      {shown.length < found.length && (
        <Button onClick={() => setIsWhole(true)}>Show all {found.length.toLocaleString('en')}</Button>
      )}
    </section>
  )
}
