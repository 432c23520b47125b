// Which schools of this database are not served here, because they are moving to another cell or from one (decision 0188).
import { type RawBuilder, sql } from 'kysely'

/** Schools with rows here that another cell serves. */
export const schoolsElsewhere: RawBuilder<unknown> = sql`select school_id from school_moves where direction = 'in' or state = 'done'`

/** The same, and those whose writes are refused while the last of their rows leave. */
export const unwritableSchools: RawBuilder<unknown> = sql`select school_id from school_moves where direction = 'in' or state <> 'copying'`
