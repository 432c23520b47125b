import { CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import type { CheckIn } from '../check-in-contract.ts'
import type { Event } from '../contract.ts'
import { useCheckIn } from './check-in.ts'
import { QrCode } from './QrCode.tsx'
import { formatClock, useZone } from './school-time.ts'

/** A code that is over is fetched again this often: the server may be away. */
const retryMs = 3000

/** The own code of an attendee, which changes every minute. */
export default function CheckInCode({ event, onClose }: { event: Event; onClose: () => void }) {
  const { data, isPending, error, refetch } = useCheckIn(event.id, (until) =>
    until === undefined ? false : Math.max(retryMs, until * 1000 - Date.now() + 200),
  )
  const own = data?.data.own
  return (
    <Dialog open onClose={onClose} title="Check-in" description={event.title}>
      {isPending && <Skeleton className="mx-auto mt-2 aspect-square w-64 max-w-full" />}
      {error && !own && (
        <ErrorState bare text="We couldn’t load your code." error={error} onRetry={() => void refetch()} />
      )}
      {own && <OwnCode own={own} opensAt={data.data.opens_at} />}
      {data && !own && <p className="py-6 text-center text-soft">You’re not going to this event any more.</p>}
    </Dialog>
  )
}

function OwnCode({ own, opensAt }: { own: NonNullable<CheckIn['own']>; opensAt: number }) {
  const zone = useZone()
  const secondsLeft = useSecondsUntil(own.until)
  if (own.checked_in_at !== null)
    return (
      <p role="status" className="flex flex-col items-center gap-2 py-8 text-center text-card text-brand">
        <Icon icon={CircleCheck} size={48} />
        Checked in at {formatClock(own.checked_in_at, zone)}
      </p>
    )
  if (own.code === null || own.qr === null)
    return (
      <p className="py-6 text-center text-soft">
        {opensAt * 1000 > Date.now() ? 'Your code appears 12 hours before the start.' : 'Check-in has ended.'}
      </p>
    )
  return (
    <div className="flex flex-col items-center gap-3 pt-2 text-center">
      <QrCode text={own.qr} label="Your check-in code" className="w-72 max-w-full" />
      <p className="font-display text-hero font-semibold tracking-[0.12em] tabular-nums">
        <span className="sr-only">Digits: </span>
        {own.code.slice(0, 3)} {own.code.slice(3)}
      </p>
      <p className="font-medium">Show this at the entrance</p>
      <div className="w-72 max-w-full">
        <div
          role="progressbar"
          aria-label="Time until the next code"
          aria-valuemin={0}
          aria-valuemax={60}
          aria-valuenow={secondsLeft}
          className="h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full bg-brand" style={{ width: `${(secondsLeft / 60) * 100}%` }} />
        </div>
        <p className="mt-1.5 text-small text-soft">
          {secondsLeft > 0 ? `New code in ${secondsLeft} s` : 'Loading the next code. This one is still valid.'}
        </p>
      </div>
    </div>
  )
}

function useSecondsUntil(until: number): number {
  const count = () => Math.min(60, Math.max(0, Math.ceil(until - Date.now() / 1000)))
  const [seconds, setSeconds] = useState(count)
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts again for the next code
  useEffect(() => {
    setSeconds(count())
    const timer = setInterval(() => setSeconds(count()), 500)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}
