import { sql } from 'kysely'
import { v7 } from 'uuid'

/** A new id that sorts by time. Anonymous rows use `crypto.randomUUID()` instead, which reveals no time. */
export const newId = (): string => v7()

/** Formats 32 hexadecimal digits as a UUID. Runs per request: slices cost a third of what a regular expression does. */
export const uuidFromHex = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`

/** Seconds since 1970, the time format of the API. */
export const epoch = (column: string) => sql<number>`floor(extract(epoch from ${sql.ref(column)}))::int8`
export const epochOrNull = (column: string) => sql<number | null>`floor(extract(epoch from ${sql.ref(column)}))::int8`

/** The timestamp of an anonymous row, which is exact only to the minute. */
export const currentMinute = sql<Date>`date_trunc('minute', now())`

/** A search term as a pattern for ilike, with special characters escaped. */
export const likePattern = (search: string): string => `%${search.replace(/[\\%_]/g, '\\$&')}%`
