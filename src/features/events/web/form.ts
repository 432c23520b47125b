import type { Event } from '../contract.ts'
import { parseWallClock, toWallClock } from './school-time.ts'

/** Values of the form: texts as typed, times as wall clock times of the school. */
export type EventFormValues = Readonly<
  Record<'title' | 'description' | 'location' | 'start' | 'end' | 'seats' | 'tags', string>
>
export type EventFieldErrors = Partial<Record<keyof EventFormValues, string>>

const hour = 3600

/** Values of an existing event. A new one begins at the next full hour and lasts two hours. */
export function toFormValues(event: Event | undefined, zone: string, now = Date.now() / 1000): EventFormValues {
  const start = event?.start_date ?? (Math.floor(now / hour) + 1) * hour
  return {
    title: event?.title ?? '',
    description: event?.description ?? '',
    location: event?.location ?? '',
    start: toWallClock(start, zone),
    end: toWallClock(event?.end_date ?? start + 2 * hour, zone),
    seats: event?.max_attendees?.toString() ?? '',
    tags: event?.tags.join(', ') ?? '',
  }
}

/** Moves the end together with the start, so that the event keeps its duration. */
export function withStart(fields: EventFormValues, start: string, zone: string): EventFormValues {
  const [before, end, after] = [fields.start, fields.end, start].map((clock) => parseWallClock(clock, zone))
  if (before === undefined || end === undefined || after === undefined) return { ...fields, start }
  return { ...fields, start, end: toWallClock(end + after - before, zone) }
}

const limits = { title: 200, description: 5000, location: 200, tag: 30, tags: 10, seats: 100_000 }

/** Returns the request body, or the errors per field. */
export function readFields(fields: EventFormValues, zone: string) {
  const problems: EventFieldErrors = {}
  for (const field of ['title', 'description', 'location'] as const) {
    if (!fields[field].trim()) problems[field] = `${field.replace(/^./, (letter) => letter.toUpperCase())} is required`
    else if ([...fields[field].trim()].length > limits[field])
      problems[field] = `Keep this within ${limits[field].toLocaleString('en')} characters`
  }
  const start_date = parseWallClock(fields.start, zone)
  const end_date = parseWallClock(fields.end, zone)
  if (start_date === undefined) problems.start = 'Add a start time'
  if (end_date === undefined) problems.end = 'Add an end time'
  else if (start_date !== undefined && start_date >= end_date) problems.end = 'The event has to end after it starts'
  const max_attendees = fields.seats.trim() === '' ? null : Number(fields.seats)
  if (
    max_attendees !== null &&
    !(Number.isInteger(max_attendees) && max_attendees > 0 && max_attendees <= limits.seats)
  )
    problems.seats = 'Enter a whole number, or leave blank for no limit'
  const tags = [...new Set(fields.tags.split(',').map((tag) => tag.trim()))].filter(Boolean)
  if (tags.length > limits.tags) problems.tags = `Add up to ${limits.tags} tags`
  else if (tags.some((tag) => [...tag].length > limits.tag))
    problems.tags = `Keep each tag within ${limits.tag} characters`
  if (Object.keys(problems).length > 0 || start_date === undefined || end_date === undefined) return { problems }
  const { title, description, location } = fields
  return { input: { title, description, location, start_date, end_date, max_attendees, tags } }
}
