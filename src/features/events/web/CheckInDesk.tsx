import { Download } from 'lucide'
import { type FormEvent, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { urlFor } from '../../../shared/web/api.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { checkInsApi } from '../check-in-contract.gen.ts'
import type { Event } from '../contract.ts'
import { AttendanceList } from './AttendanceList.tsx'
import { type ScanOutcome, useDesk } from './check-in.ts'
import { isCheckInOpen } from './check-in-time.ts'
import { Poster } from './Poster.tsx'
import { Scanner } from './Scanner.tsx'
import { formatClock, useZone } from './school-time.ts'

/** Where organizers check people in, and see who came. */
export default function CheckInDesk({ event, onClose }: { event: Event; onClose: () => void }) {
  const desk = useDesk(event)
  const { checkIn, fresh, attendees, waiting, sync } = desk
  const isOpen = isCheckInOpen(event)
  const checkedIn = attendees?.filter(({ checked_in_at }) => checked_in_at !== null).length ?? 0
  const count = Math.max(fresh?.count ?? 0, attendees?.length ?? 0)
  // The list may be shorter than the event: then only the server knows the number.
  const present = fresh && fresh.count > fresh.attendees.length ? fresh.checked_in + waiting.length : checkedIn
  return (
    <Dialog
      open
      onClose={onClose}
      layout="page"
      title={isOpen ? 'Check-in' : 'Attendance'}
      description={event.title}
      actions={
        <a
          href={urlFor(checkInsApi.attendance, { params: { id: event.id } })}
          download
          className={buttonClassName('secondary')}
        >
          <Icon icon={Download} size={18} />
          Download CSV
        </a>
      }
    >
      {checkIn.isPending && !attendees && <Pending />}
      {checkIn.isError && !attendees && (
        <ErrorState
          text="We couldn’t load the attendance."
          error={checkIn.error}
          onRetry={() => void checkIn.refetch()}
        />
      )}
      {attendees && (
        <div className="grid gap-x-6 gap-y-4 desk:grid-cols-2 desk:items-start">
          <div className="space-y-4 desk:sticky desk:top-0">
            <Counter present={present} count={count} event={event} />
            {waiting.length > 0 && (
              <div className="flex flex-wrap items-center gap-2 rounded-control bg-gold-soft px-3.5 py-1.5">
                <p role="status" className="min-w-0 flex-1 font-medium">
                  Offline: {plural(waiting.length, 'scan')} waiting
                </p>
                <Button variant="ghost" onClick={sync.send}>
                  Send now
                </Button>
                {sync.problem && (
                  <p role="alert" className="w-full text-danger">
                    {sync.problem}
                  </p>
                )}
              </div>
            )}
            <Outcome outcome={desk.outcome} />
            {isOpen && <Scanner onCode={(text) => void desk.byCode(text)} />}
            {isOpen && <DigitsForm isBusy={desk.isBusy} onSubmit={desk.byCode} />}
            {isOpen && fresh?.poster && <Poster event={event} code={fresh.poster} />}
          </div>
          <AttendanceList
            attendees={attendees}
            isBusy={desk.isBusy}
            onCheckIn={event.status === 'planned' ? desk.byHand : undefined}
          />
        </div>
      )}
    </Dialog>
  )
}

const Pending = () => (
  <div role="status" aria-label="Loading attendance" className="grid gap-6 desk:grid-cols-2">
    <Skeleton className="h-64" />
    <Skeleton className="h-64" />
  </div>
)

function Counter({ present, count, event }: { present: number; count: number; event: Event }) {
  const missing = count - present
  const isOver = event.end_date * 1000 < Date.now()
  return (
    <p className="text-card">
      <span className="font-display text-hero font-semibold tabular-nums">{present.toLocaleString('en')}</span> of{' '}
      {count.toLocaleString('en')} checked in
      {isOver && present > 0 && missing > 0 && (
        <span className="block text-small text-soft">
          {plural(missing, 'person', 'people')} did not come. Only organizers see this.
        </span>
      )}
    </p>
  )
}

const colors = {
  checked_in: 'bg-brand text-on-brand',
  already: 'bg-gold-soft',
  invalid: 'bg-danger text-on-danger',
  problem: 'bg-danger text-on-danger',
}

/** The last result, large enough to be read at arm’s length. */
function Outcome({ outcome }: { outcome: ScanOutcome | undefined }) {
  const zone = useZone()
  return (
    <div role="status">
      {outcome && (
        <p className={`rounded-control px-4 py-3 ${colors[outcome.result]}`}>
          <span className="block text-card font-semibold">{formatOutcome(outcome, zone)}</span>
          {outcome.name && <span className="block wrap-anywhere">{outcome.name}</span>}
        </p>
      )}
    </div>
  )
}

function formatOutcome({ result, at, problem }: ScanOutcome, zone: string): string {
  if (result === 'checked_in') return 'Checked in'
  if (result === 'already') return `Already checked in at ${formatClock(at ?? 0, zone)}`
  return result === 'invalid' ? 'This code is not valid' : (problem ?? '')
}

/** Six digits that an attendee reads out. They stay in the field when they could not be checked. */
function DigitsForm({ isBusy, onSubmit }: { isBusy: boolean; onSubmit: (text: string) => Promise<void> }) {
  const [digits, setDigits] = useState('')
  const isComplete = /^\d{6}$/.test(digits.replaceAll(/\s/g, ''))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isComplete && !isBusy) void onSubmit(digits).then(() => setDigits(''))
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <Field
        label="Six digits"
        value={digits}
        onChange={setDigits}
        inputMode="numeric"
        autoComplete="off"
        placeholder="123 456"
        className="flex-1"
      />
      <Button type="submit" variant="primary" disabled={!isComplete} pendingLabel={isBusy && 'Checking...'}>
        Check in
      </Button>
    </form>
  )
}
