import { createHash } from 'node:crypto'
import { TZDate } from '@date-fns/tz'
import type { FastifyReply, FastifyRequest } from 'fastify'
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { formatRule, listDates, type Rule, toWallClock } from '../recurrence.ts'
import { isCancelled } from './policy.ts'
import type { CalendarRow } from './queries.ts'
import { writeTimeZone } from './vtimezone.ts'

/** Seconds after which a subscribed calendar may refresh. */
const refreshInterval = 3600

/**
 * Builds an iCalendar file (RFC 5545). Single events are in UTC, so every calendar app converts them to its own zone,
 * whatever happens to daylight saving time. A series is one item in its own zone: a rule, dates that are missing, and dates
 * that differ.
 */
export function writeCalendar(name: string, rows: readonly CalendarRow[], site: Site): string {
  const calendar = ical({
    name,
    prodId: { company: site.productName, product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshInterval,
  })
  const zones = new Map<string, Date[]>()
  for (const dates of groupBySeries(rows)) {
    const [row] = dates
    const { series_id, rule, timezone } = row
    if (series_id === null || rule === null || timezone === null) {
      calendar.createEvent({ ...toEntry(row, site), id: toUid(row.id, site) })
      continue
    }
    const planned = listDates(rule, timezone)
    for (const entry of toSeries(dates, { planned, rule, timezone }, site))
      calendar.createEvent({ ...entry, id: toUid(series_id, site) })
    const times = dates.flatMap(({ start_date, end_date }) => [start_date, end_date].map((at) => new Date(at * 1000)))
    zones.set(timezone, [...(zones.get(timezone) ?? []), ...planned, ...times])
  }
  return addTimeZones(calendar.toString(), zones)
}
type Site = { readonly productName: string; readonly baseUrl: string }

const toUid = (id: string, { baseUrl }: Site) => `${id}@${new URL(baseUrl).hostname}`

/** Single events, and the dates of each series, in the order of the first. */
function groupBySeries(rows: readonly CalendarRow[]): [CalendarRow, ...CalendarRow[]][] {
  const groups = new Map<string, [CalendarRow, ...CalendarRow[]]>()
  for (const row of rows) {
    const key = row.series_id ?? row.id
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

function toEntry(row: CalendarRow, { baseUrl }: Site) {
  const url = `${baseUrl}/events?event=${row.id}`
  return {
    sequence: row.sequence,
    // The time of the last change instead of now: an unchanged calendar stays identical to the byte.
    stamp: new Date(row.updated_at * 1000),
    lastModified: new Date(row.updated_at * 1000),
    start: new Date(row.start_date * 1000),
    end: new Date(row.end_date * 1000),
    summary: row.title,
    ...(isCancelled(row) ? { status: ICalEventStatus.CANCELLED } : {}),
    description: `${row.cancel_reason === null ? '' : `Cancelled: ${row.cancel_reason}\n\n`}${row.description}\n\nHosted by ${row.organizer_name}\n${url}`,
    location: row.location,
    categories: row.tags.map((tag) => ({ name: tag })),
    url,
  }
}

type Plan = { readonly planned: readonly Date[]; readonly rule: Rule; readonly timezone: string }

/** The rule, with the dates that are not in this calendar as exceptions, and each date that differs from it. */
function toSeries(rows: readonly CalendarRow[], { planned, rule, timezone }: Plan, site: Site) {
  const plannedStart = (row: CalendarRow) => planned[(row.nth ?? 1) - 1] ?? new Date(row.start_date * 1000)
  const isOnTime = (row: CalendarRow) => plannedStart(row).getTime() === row.start_date * 1000
  const [first] = planned
  const template = rows.find((row) => isOnTime(row) && !isCancelled(row)) ?? rows[0]
  if (!first || !template) return []
  const inZone = (date: Date) => new TZDate(date.getTime(), timezone)
  const entryInZone = (row: CalendarRow) => {
    const entry = toEntry(row, site)
    return {
      ...entry,
      start: inZone(entry.start),
      end: inZone(entry.end),
      timezone,
      sequence: row.series_sequence ?? 0,
    }
  }
  const lengthMs = (template.end_date - template.start_date) * 1000
  const numbers = new Set(rows.map(({ nth }) => nth))
  const missing = planned.filter((_, index) => !numbers.has(index + 1))
  const exceptions = missing.map((date) => toWallClock(date.getTime() / 1000, timezone).replace(/[-:]/g, ''))
  const lastChange = new Date(Math.max(...rows.map(({ updated_at }) => updated_at)) * 1000)
  const master = {
    ...entryInZone(template),
    stamp: lastChange,
    lastModified: lastChange,
    start: inZone(first),
    end: inZone(new Date(first.getTime() + lengthMs)),
    repeating: `RRULE:${formatRule(rule)}${exceptions.length === 0 ? '' : `\r\nEXDATE;TZID=${timezone}:${exceptions.join(',')}`}`,
  }
  const differing = rows.filter((row) => !isOnTime(row) || toComparable(row) !== toComparable(template))
  return [master, ...differing.map((row) => ({ ...entryInZone(row), recurrenceId: inZone(plannedStart(row)) }))]
}

/** What a date has in common with others of its series. */
const toComparable = ({
  title,
  description,
  location,
  tags,
  status,
  cancel_reason,
  start_date,
  end_date,
}: CalendarRow) => JSON.stringify([title, description, location, tags, status, cancel_reason, end_date - start_date])

/** Adds the zones before the first event. They are not of the whole calendar: single events stay in UTC. */
function addTimeZones(calendar: string, zones: ReadonlyMap<string, readonly Date[]>): string {
  const texts = [...zones].map(([zone, dates]) => {
    const times = dates.map((date) => date.getTime())
    return writeTimeZone(zone, new Date(Math.min(...times)), new Date(Math.max(...times)))
  })
  return calendar.replace('\r\nBEGIN:VEVENT\r\n', (start) => `\r\n${texts.join('')}${start.slice(2)}`)
}

/** Sends a calendar, or 304 when the client has the current version. */
export function sendCalendar(request: FastifyRequest, reply: FastifyReply, text: string, fileName: string) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' })
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === etag || tag === '*')) return reply.code(304).send()
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(text)
}
