import { Picture } from '../../media/web/Picture.tsx'
import type { Event } from '../contract.ts'
import { dayNumber, monthName, useZone } from './school-time.ts'

type Props = {
  event: Pick<Event, 'image' | 'start_date'>
  /** Of the picture; empty where the title is beside it. */
  alt?: string
  sizes: string
}

/** The photo of an event, or the day on which it begins. Fills its frame. */
export function EventCover({ event: { image, start_date }, alt = '', sizes }: Props) {
  const zone = useZone()
  if (image) return <Picture media={image} alt={alt} sizes={sizes} />
  return (
    <span aria-hidden className="centered size-full flex-col bg-gold-soft font-display text-orange">
      <span className="text-[2.5rem] leading-none font-semibold">{dayNumber(start_date, zone)}</span>
      <span className="text-body font-semibold">{monthName(start_date, zone)}</span>
    </span>
  )
}
