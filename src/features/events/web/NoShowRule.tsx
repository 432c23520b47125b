import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import type { Event } from '../contract.ts'

const NoShowsDialog = lazyPart(() => import('./NoShowsDialog.tsx'))

/** The rule of a school about absences, where seats are limited, and what follows from it for the viewer. */
export function NoShowRule({ event }: { event: Event }) {
  const [isOpen, setIsOpen] = useState(false)
  const { no_show_rule, is_last } = event.waitlist
  if (!no_show_rule || event.max_attendees === null || event.end_date * 1000 < Date.now()) return null
  return (
    <div className="mt-3 text-small text-soft">
      <p>
        {is_last
          ? 'You wait behind the others, because you missed three events in 120 days.'
          : 'Who missed three events in 120 days waits behind the others for a seat.'}
      </p>
      <Button variant="ghost" className="-ml-3" onPointerEnter={NoShowsDialog.preload} onClick={() => setIsOpen(true)}>
        Events you missed
      </Button>
      {isOpen && (
        <Suspense>
          <NoShowsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
