import { type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.gen.ts'

/** Rows that expire. */
export type RetentionRule = {
  readonly table: keyof DB & string
  /** True for a table whose rows belong to no school. */
  readonly ofSite?: true
  /** The time that `keptFor` is added to. An index starts with it: the oldest rows are read first. */
  readonly column: string
  /** PostgreSQL interval. */
  readonly keptFor: string
  /** Names the rule among those of its table. */
  readonly part?: string
  readonly condition?: RawBuilder<boolean>
}

/** SQL condition on a row of the table of a rule. */
export const isExpired = ({ column, keptFor, condition }: RetentionRule) =>
  sql<boolean>`${sql.ref(column)} < now() - ${keptFor}::interval ${condition ? sql`and ${condition}` : sql``}`
