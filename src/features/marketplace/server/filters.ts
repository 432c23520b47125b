import { type RawBuilder, sql } from 'kysely'

const conditions = {
  category: (value: RawBuilder<string>) => sql<boolean>`listings.category = ${value}`,
  condition: (value: RawBuilder<string>) => sql<boolean>`listings.condition = ${value}`,
  kind: (value: RawBuilder<string>) => sql<boolean>`listings.kind = ${value}`,
  isbn: (value: RawBuilder<string>) => sql<boolean>`listings.isbn = ${value}`,
  search: (value: RawBuilder<string>) => sql<boolean>`listings.words ilike ${toPattern(value)}`,
  price_min: (value: RawBuilder<string>) => sql<boolean>`listings.price >= (${value})::numeric`,
  price_max: (value: RawBuilder<string>) => sql<boolean>`listings.price <= (${value})::numeric`,
}
type Filter = keyof typeof conditions
const filters = Object.keys(conditions) as Filter[]

type FilterValues = Readonly<Partial<Record<Filter, string | undefined>>>

/** SQL condition of the list: a listing matches the filters that have a value. */
export const matchesFilters = (values: FilterValues): RawBuilder<boolean> =>
  all(
    filters.flatMap((filter) => {
      const value = values[filter]
      return value ? [conditions[filter](sql`${value}::text`)] : []
    }),
  )

/** The same condition for filters that are stored in the JSON column `column`. */
export const matchesStoredFilters = (column: string): RawBuilder<boolean> =>
  all(
    filters.map((filter) => {
      const value = sql<string>`${sql.ref(column)} ->> ${sql.lit(filter)}`
      return sql<boolean>`((${value}) is null or ${conditions[filter](sql`(${value})`)})`
    }),
  )

/** As `likePattern` does it. In SQL, because stored terms are patterns too. */
const toPattern = (term: RawBuilder<string>) =>
  sql<string>`'%' || regexp_replace(${term}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`

const all = (parts: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...parts], sql` and `)})`
