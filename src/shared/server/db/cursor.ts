import { sql } from 'kysely'

/** The end of a page: the sort key and id of its last row. */
type CursorPosition = { readonly sortKey: string; readonly id: string }

/** Encodes the position for the client, which sends it back to get the next page. */
export const encodeCursor = ({ sortKey, id }: CursorPosition): string =>
  Buffer.from(`${sortKey} ${id}`).toString('base64url')

/** The position in a cursor; undefined when it is absent or malformed: the list then begins at its start. */
export function decodeCursor(cursor: string | undefined): CursorPosition | undefined {
  const text = Buffer.from(cursor ?? '', 'base64url').toString()
  const [, place, id] = /^(.*) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/s.exec(text) ?? []
  return place === undefined || id === undefined || place.includes('\0') ? undefined : { sortKey: place, id }
}

/** SQL: a timestamp column as a sort key, to the microsecond. */
export const isoMicros = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/**
 * SQL: a timestamp column as seconds since 1970, with microseconds as the fraction: a double is exact enough until 2106.
 * Cheaper than `isoMicros` for lists that also show the time.
 */
export const exactSeconds = (column: string) => sql<number>`date_part('epoch', ${sql.ref(column)})`

/** The sort key that `isoMicros` returns, from `exactSeconds`. */
export function toIsoMicros(seconds: number): string {
  const micros = Math.round(seconds * 1_000_000)
  const millis = Math.floor(micros / 1000)
  return new Date(millis).toISOString().replace('Z', `${String(micros - millis * 1000).padStart(3, '0')}Z`)
}

/** True when a sort key is a timestamp in the format of `isoMicros`. */
export const isTimestamp = (place: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(place) && !Number.isNaN(Date.parse(place))

/** Start position of a list whose newest rows come first. */
export const startCursor = { time: 'infinity', last: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }
