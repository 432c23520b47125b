import { type RawBuilder, sql } from 'kysely'

/** The start of each mark: enough to tell the marks of one school apart, and to be wrong once in ten million reads. */
const prefixBytes = 4
/** With more unpublished items, reading their marks would cost more than the look-up that it saves. */
const maxListed = 32
const tooMany = '*'

/**
 * The owner marks of a school's unpublished anonymous items in short, or null when it has none. With them, only the
 * readers who may own an item look for it, instead of everyone while anything waits.
 */
export const pendingMarks = (schoolId: RawBuilder<unknown>) => sql<string | null>`
  (select case when count(*) > ${sql.lit(maxListed)} then ${sql.lit(tooMany)}
      else string_agg(encode(substring(waiting.owner for ${sql.lit(prefixBytes)}), 'hex'), ' ') end
    from (select owner from pending_items where pending_items.school_id = ${schoolId} limit ${sql.lit(maxListed + 1)})
      as waiting)`

export const toPrefix = (mark: Buffer) => mark.toString('hex', 0, prefixBytes)

/** True when an item with one of these marks may be among the school's. */
export const canInclude = (pendingMarks: string, prefixes: readonly string[]): boolean =>
  pendingMarks === tooMany || prefixes.some((prefix) => pendingMarks.includes(prefix))
