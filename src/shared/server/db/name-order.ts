import { type RawBuilder, sql } from 'kysely'
import type { SqlParam } from './prepared.ts'

/** SQL of the place of a name in a list, by Unicode rules. The indexes users_in_order and professors_in_order have it. */
export const nameOrder = (name: string): RawBuilder<string> => sql<string>`lower(${sql.ref(name)}) collate "und-x-icu"`

/** U+FFFF comes after every other character (UTS #35, part 5). */
const last = sql.lit('\u{ffff}')

/**
 * SQL condition: the name begins with the text, perhaps with other accents. The indexes have these names one after the other. A few names
 * that begin with it may be missing, where Unicode orders some characters together.
 */
export const beginsInOrder = (name: string, text: SqlParam<string>): RawBuilder<boolean> =>
  sql<boolean>`(${nameOrder(name)} >= lower(${text}) collate "und-x-icu"
    and ${nameOrder(name)} < (lower(${text}) || ${last}) collate "und-x-icu")`

const collator = new Intl.Collator('und')

type NamedRow = { readonly name: string; readonly user_id: string }

/** The same order, then by id, for rows of several schools. */
export const compareNames = (one: NamedRow, other: NamedRow): number =>
  collator.compare(one.name.toLowerCase(), other.name.toLowerCase()) || (one.user_id < other.user_id ? -1 : 1)
