import { parseWallClock } from '../../../shared/web/wall-clock.ts'
import type { Media } from '../../media/contract.ts'
import { EventCover } from './EventCover.tsx'
import type { EventFormValues } from './form.ts'
import { formatShortTime, useZone } from './school-time.ts'

/** The card of the event as it is written. */
export function EventPreview({ values, picture }: { values: EventFormValues; picture: Media | undefined }) {
  const zone = useZone()
  const start = parseWallClock(values.start, zone)
  const end = parseWallClock(values.end, zone)
  const hasTime = start !== undefined && end !== undefined && start < end
  return (
    <aside aria-label="Preview" className="max-desk:hidden">
      <p className="mb-2 text-small text-soft">Preview</p>
      <div className="overflow-hidden rounded-card border border-line">
        <div className="aspect-video bg-sunken">
          <EventCover event={{ image: picture ?? null, start_date: start ?? 0 }} sizes="240px" />
        </div>
        <div className="px-4 pt-3 pb-4">
          <p dir="auto" className="line-clamp-2 font-display text-[1.125rem] leading-snug font-semibold wrap-anywhere">
            {values.title.trim() || 'Title'}
          </p>
          <p className="mt-0.5 wrap-anywhere text-soft">
            {hasTime && `${formatShortTime({ start_date: start, end_date: end }, zone)} · `}
            {values.location.trim() || 'Location'}
          </p>
        </div>
      </div>
    </aside>
  )
}
