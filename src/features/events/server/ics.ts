import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import ical, { ICalCalendarMethod } from 'ical-generator'
import type { EventRow } from './queries.ts'

/** Seconds after which a subscribed calendar may refresh. */
const refreshInterval = 3600

/**
 * Builds an iCalendar file (RFC 5545). Times are in UTC, so every calendar app converts them to its own zone, whatever
 * happens to daylight saving time.
 */
export function writeCalendar(name: string, rows: readonly EventRow[], { productName, baseUrl }: Site): string {
  const calendar = ical({
    name,
    prodId: { company: productName, product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshInterval,
  })
  for (const row of rows) {
    const url = `${baseUrl}/events?event=${row.id}`
    calendar.createEvent({
      id: `${row.id}@${new URL(baseUrl).hostname}`,
      sequence: row.sequence,
      // The time of the last change instead of now: an unchanged calendar stays identical to the byte.
      stamp: new Date(row.updated_at * 1000),
      lastModified: new Date(row.updated_at * 1000),
      start: new Date(row.start_date * 1000),
      end: new Date(row.end_date * 1000),
      summary: row.title,
      description: `${row.description}\n\nHosted by ${row.organizer_name}\n${url}`,
      location: row.location,
      categories: row.tags.map((tag) => ({ name: tag })),
      url,
    })
  }
  return calendar.toString()
}
type Site = { readonly productName: string; readonly baseUrl: string }

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
