import { sql } from 'kysely'

/** Where a page of a list ended: a place in its order, and the id of the row that stands there. */
type CursorPosition = { readonly sortKey: string; readonly id: string }

/** A place as a client holds it, to give it back for the next page. */
export const encodeCursor = ({ sortKey, id }: CursorPosition): string =>
  Buffer.from(`${sortKey} ${id}`).toString('base64url')

/** The place in a cursor; undefined for none, or for one that we have not written: the list begins at its top then. */
export function decodeCursor(cursor: string | undefined): CursorPosition | undefined {
  const text = Buffer.from(cursor ?? '', 'base64url').toString()
  const [, place, id] = /^(.*) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/s.exec(text) ?? []
  return place === undefined || id === undefined || place.includes('\0') ? undefined : { sortKey: place, id }
}

/** A moment as a place in a list, to the microsecond, in SQL. */
export const isoMicros = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Whether a place is a moment, as `exactly` writes them. */
export const isTimestamp = (place: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(place) && !Number.isNaN(Date.parse(place))

/** Where a list begins whose latest rows come first. */
export const startCursor = { time: 'infinity', last: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
