import { dayNumber, monthName, useZone } from './school-time.ts'

/** The start day as a calendar leaf. */
export function DateTile({ seconds }: { seconds: number }) {
  const zone = useZone()
  return (
    <span aria-hidden className="centered size-13 shrink-0 flex-col rounded-control bg-gold-soft">
      <span className="text-tiny font-medium text-soft uppercase">{monthName(seconds, zone)}</span>
      <span className="font-display text-card leading-none font-bold">{dayNumber(seconds, zone)}</span>
    </span>
  )
}
