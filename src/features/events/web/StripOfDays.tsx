import { useState } from 'react'
import { DayStrip, type StripDay } from '../../../shared/web/ui/DayStrip.tsx'
import { countEvents } from './count-events.ts'
import { addDays, addMonths, byDay, dayTitle, weekdayIndex, weekdays } from './month.ts'
import { useMonthEvents } from './queries.ts'
import { useZone } from './school-time.ts'
import type { EventsView } from './url-state.ts'

const days = { first: 14, more: 14 }

/** The next days with marks for their events; further ones appear at the end. A press filters the list by the day. */
export function StripOfDays({ view }: { view: EventsView }) {
  const { today, day, filter, search } = view
  const zone = useZone()
  const [length, setLength] = useState(days.first)
  const month = today.slice(0, 7)
  const next = addMonths(month, 1)
  const last = addDays(`${addMonths(month, 2)}-01`, -1) // of the two months that are loaded
  const events = [
    useMonthEvents(month, { filter, search }).data?.data ?? [],
    useMonthEvents(next, { filter, search }).data?.data ?? [],
  ].flat()
  const unique = [...new Map(events.map((event) => [event.id, event])).values()]
  const keys = Array.from({ length }, (_, index) => addDays(today, index)).filter((key) => key <= last)
  const found = byDay(unique, keys, zone)
  const strip = keys.map((key): StripDay => {
    const ofDay = found.get(key) ?? []
    const isGoing = ofDay.some(({ user_rsvp }) => user_rsvp === 'attending')
    return {
      key,
      short: key === today ? 'Today' : (weekdays[weekdayIndex(key)]?.short ?? ''),
      name: `${dayTitle(key)}, ${countEvents(ofDay)}`,
      mark: ofDay.length === 0 ? undefined : isGoing ? 'going' : 'some',
      isToday: key === today,
    }
  })
  return (
    <DayStrip
      label="Days"
      days={strip}
      value={day}
      onSelect={(key) => view.change({ day: key === day ? undefined : key, month: key.slice(0, 7) })}
      {...(keys.length < length ? {} : { onEnd: () => setLength(length + days.more) })}
    />
  )
}
