import { type RawBuilder, sql } from 'kysely'
import { appealLimits } from '../contract.ts'

/** SQL: the time for an answer. */
export const answerTime = sql`make_interval(hours => ${sql.lit(appealLimits.answerHours)})`

/** SQL: when the row of `appeals` with this name was answered, by a message or an outcome, or was withdrawn. Null before. */
export const answeredAt = (
  row: string,
): RawBuilder<Date | null> => sql<Date | null>`least(${sql.ref(`${row}.decided_at`)},
  (select min(message.created_at) from appeal_messages as message where message.school_id = ${sql.ref(`${row}.school_id`)}
    and message.appeal_id = ${sql.ref(`${row}.id`)} and message.from_moderator))`
