import type { Event } from '../contract.ts'
import { addDays, weekdayIndex } from './month.ts'
import { toDayKey } from './school-time.ts'

type Section = {
  readonly title: string
  /** Each with its place in the whole list. */
  readonly events: readonly { readonly event: Event; readonly index: number }[]
}

/** Divides a list of events, upcoming before past, by when they begin. What goes on now is today. */
export function toSections(events: readonly Event[], zone: string, now = Date.now() / 1000): Section[] {
  const today = toDayKey(now, zone)
  const tomorrow = addDays(today, 1)
  const sunday = addDays(today, 6 - weekdayIndex(today))
  const titleFor = ({ start_date, end_date }: Event): string => {
    if (end_date < now) return 'Past'
    const day = toDayKey(start_date, zone)
    return day <= today ? 'Today' : day === tomorrow ? 'Tomorrow' : day <= sunday ? 'This week' : 'Later'
  }
  const sections = new Map<string, { event: Event; index: number }[]>()
  for (const [index, event] of events.entries()) {
    const title = titleFor(event)
    sections.set(title, [...(sections.get(title) ?? []), { event, index }])
  }
  return [...sections].map(([title, entries]) => ({ title, events: entries }))
}
