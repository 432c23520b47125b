import { QrCode, ScanLine } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Event } from '../contract.ts'
import { isCheckInOpen } from './check-in-time.ts'

const CheckInCode = lazyPart(() => import('./CheckInCode.tsx'))
const CheckInDesk = lazyPart(() => import('./CheckInDesk.tsx'))

/** The code of an attendee, and the desk of an organizer: from 12 hours before the start, the desk also later. */
export function CheckInButtons({ event }: { event: Event }) {
  const [open, setOpen] = useState<'code' | 'desk'>()
  const close = () => setOpen(undefined)
  const isOpen = isCheckInOpen(event)
  const hasStarted = event.start_date * 1000 <= Date.now()
  const hasCode = isOpen && event.user_rsvp === 'attending'
  const hasDesk = event.can.remove_attendees && event.status === 'planned' && (isOpen || hasStarted)
  if (!hasCode && !hasDesk) return null
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {hasCode && (
        <Button onClick={() => setOpen('code')}>
          <Icon icon={QrCode} size={18} />
          Show my code
        </Button>
      )}
      {hasDesk && (
        <Button onClick={() => setOpen('desk')}>
          <Icon icon={ScanLine} size={18} />
          {isOpen ? 'Check people in' : 'Attendance'}
        </Button>
      )}
      <Suspense>
        {open === 'code' && <CheckInCode event={event} onClose={close} />}
        {open === 'desk' && <CheckInDesk event={event} onClose={close} />}
      </Suspense>
    </div>
  )
}
