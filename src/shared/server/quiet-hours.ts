import { sql } from 'kysely'
import { isMinor, minorQuiet } from './minors.ts'

/** SQL of the school's local time, as a lateral item of a FROM clause that has `schools`: local.time and local.hour. */
export const localTime = sql`lateral (select zoned.time, extract(hour from zoned.time) as hour
  from (select now() at time zone schools.timezone as time) as zoned) as local`

/** SQL condition: the school's local time is within the user's quiet hours (`choice`), which may cross midnight. */
export const isQuiet = sql<boolean>`(choice.quiet_from is not null and case when choice.quiet_from <= choice.quiet_to
  then local.hour >= choice.quiet_from and local.hour < choice.quiet_to
  else local.hour >= choice.quiet_from or local.hour < choice.quiet_to end)`

/** SQL of the end of the quiet hours that apply now; null when none do. */
export const quietUntil = sql<Date | null>`case when ${isQuiet} then
  (date_trunc('day', local.time) + make_interval(hours => choice.quiet_to)
    + case when local.hour >= choice.quiet_to then interval '1 day' else interval '0' end) at time zone schools.timezone end`

/** SQL of the end of the hours that apply now in which nothing is pushed: the user's own, and those of minors. */
export const pushQuietUntil = sql<Date | null>`greatest(${quietUntil}, case when ${isMinor()}
    and (local.hour >= ${sql.lit(minorQuiet.from)} or local.hour < ${sql.lit(minorQuiet.to)}) then
  (date_trunc('day', local.time) + make_interval(hours => ${sql.lit(minorQuiet.to)})
    + case when local.hour >= ${sql.lit(minorQuiet.from)} then interval '1 day' else interval '0' end) at time zone schools.timezone end)`
