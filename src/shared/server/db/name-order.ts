import { type RawBuilder, sql } from 'kysely'

/** SQL of the place of a name in a list, by Unicode rules. The indexes users_in_order and professors_in_order have it. */
export const nameOrder = (name: string): RawBuilder<string> => sql<string>`lower(${sql.ref(name)}) collate "und-x-icu"`

const collator = new Intl.Collator('und')

type NamedRow = { readonly name: string; readonly user_id: string }

/** The same order, then by id, for rows of several schools. */
export const compareNames = (one: NamedRow, other: NamedRow): number =>
  collator.compare(one.name.toLowerCase(), other.name.toLowerCase()) || (one.user_id < other.user_id ? -1 : 1)
