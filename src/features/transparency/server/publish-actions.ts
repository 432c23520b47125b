// The job that publishes the numbers of a quarter, once, fourteen days after its end.

import { type RawBuilder, sql } from 'kysely'
import { listSchools } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { forEachSchool } from '../../../shared/server/jobs/due-schools.ts'
import { answeredAt, answerTime } from '../../appeals/server/answer-time.ts'
import { actionTypes, furtherActionTypes } from '../../moderation/contract.ts'
import { reportReasons } from '../../moderation/report-contract.ts'
import { sealCategories } from '../../moderation/seal-contract.ts'
import type { Numbers } from '../contract.ts'
import { toCell, toCells } from './cells.ts'

const delayDays = 14
/** Below it, numbers would point at people. */
const minActivePeople = 100
/** Below it, a median is the case of a person. */
const minCases = 5

type Quarter = {
  readonly school_id: string
  readonly quarter: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly active_people: number
}

/**
 * Publishes the latest quarter of each school that ended at least 14 days before `now`, in the school's time zone. What
 * is published never changes: a quarter that has its numbers is left alone.
 */
export const publishNumbers = async (db: Db, now = new Date()): Promise<void> =>
  forEachSchool(await listSchools(db), (schoolId) => publishNumbersInSchool(db, schoolId, now))

async function publishNumbersInSchool(db: Db, schoolId: string, now: Date): Promise<void> {
  const { rows } = await sql<Quarter>`
    with local as (
      select id, timezone, created_at,
        date_trunc('quarter', (${now}::timestamptz - make_interval(days => ${delayDays})) at time zone timezone) as ended
      from schools where id = ${schoolId}
    ), due as (
      select id as school_id, to_char(ended - interval '3 months', 'YYYY-"Q"Q') as quarter,
        (ended - interval '3 months') at time zone timezone as starts_at, ended at time zone timezone as ends_at
      from local where created_at < ended at time zone timezone
    )
    select due.*, (select count(*)::int8 from users where users.school_id = ${schoolId} and deleted_at is null
      and created_at < ends_at and last_active_at >= starts_at) as active_people
    from due where not exists (select from transparency_reports as published
      where published.school_id = ${schoolId} and published.quarter = due.quarter)`.execute(db)
  for (const due of rows) {
    const numbers = due.active_people < minActivePeople ? null : await countQuarter(db, due)
    await db
      .insertInto('transparency_reports')
      .values({ school_id: due.school_id, quarter: due.quarter, body: JSON.stringify({ numbers }), published_at: now })
      .onConflict((same) => same.columns(['school_id', 'quarter']).doNothing()) // another server was faster
      .execute()
  }
}

/** The numbers of what began in the quarter, as it is at this moment. */
async function countQuarter(db: Db, quarter: Quarter): Promise<Numbers> {
  const reports = within(quarter, sql`reports`)
  // A milder decision after an appeal is an outcome of the appeal.
  const decisions = sql`${within(quarter, sql`moderation_actions`)} and replaces is null`
  const appeals = sql`${within(quarter, sql`appeals`)} and by = 'affected'`
  const seals = within(quarter, sql`seal_requests`, sql`opened_at`)

  const resolutions = await countBy(
    db,
    ['resolved', 'dismissed', 'pending'],
    sql`case status when 'reviewed' then 'resolved' else status end`,
    reports,
  )
  const types = await countBy(db, [...actionTypes, ...furtherActionTypes], sql`action_type`, decisions)
  const outcomes = await countBy(
    db,
    ['upheld', 'overturned', 'changed', 'withdrawn', 'closed', 'open'],
    sql`case state when 'claimed' then 'open' else state end`,
    appeals,
  )
  const openings = await countBy(db, sealCategories, sql`category`, seals)
  const automated = await countBy(db, ['true'], sql`automated::text`, decisions)
  const samePerson = await countBy(db, ['true'], sql`(same_person and decided_at is not null)::text`, appeals)
  const isMissed = sql`(coalesce(settled_at, now()) > late_at)::text`
  const missed = await countBy(db, ['true'], isMissed, within(quarter, sql`cases`, sql`late_at`))
  const isUnanswered = sql`(coalesce(${answeredAt('appeals')}, now()) > appeals.created_at + ${answerTime})::text`
  const dueAppeals = within(quarter, sql`appeals`, sql`created_at + ${answerTime}`)
  const unanswered = await countBy(db, ['true'], isUnanswered, dueAppeals)
  const byResolution = toCells(resolutions)
  return {
    reports: toCell(total(resolutions)),
    reports_by_category: toCells(await countBy(db, reportReasons, sql`reason`, reports)),
    reports_by_resolution: byResolution,
    dismissed_share: byResolution.every(({ count }) => typeof count === 'number')
      ? toPercent(resolutions.dismissed ?? 0, total(resolutions) - (resolutions.pending ?? 0))
      : null,
    hours_to_first_decision: await findDuration(db, sql`settled_at - created_at`, reports),
    missed_deadlines: toCell(total(missed) + total(unanswered)),
    decisions: toCell(total(types)),
    decisions_by_type: toCells(types),
    decisions_by_source: toCells(await countBy(db, ['report', 'own', 'notice'], sql`source`, decisions)),
    automated_decisions: toCell(total(automated)),
    appeals: toCell(total(outcomes)),
    appeals_by_outcome: toCells(outcomes),
    appeals_same_person: toCell(total(samePerson)),
    hours_to_appeal_answer: await findDuration(
      db,
      sql`least(case when outcome is not null or state = 'closed' then decided_at end,
        (select min(message.created_at) from appeal_messages as message where message.school_id = appeals.school_id
          and message.appeal_id = appeals.id and from_moderator)) - created_at`,
      appeals,
    ),
    seals_opened: toCell(total(openings)),
    seals_by_category: toCells(openings),
    // Notices do not exist yet, so there is none to count.
    intimate_image_notices: 0,
    intimate_image_notices_in_time: null,
  }
}

const within = ({ school_id, starts_at, ends_at }: Quarter, table: RawBuilder<unknown>, at = sql`created_at`) =>
  sql`${table} where school_id = ${school_id} and ${at} >= ${starts_at} and ${at} < ${ends_at}`

/** Counts rows by a value. Names without rows get 0, other values are not counted. */
async function countBy(
  db: Db,
  names: readonly string[],
  value: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): Promise<Record<string, number>> {
  const { rows: counts } = await sql<{ name: string; count: number }>`
    select name, count(*)::int8 as count from (select ${value} as name from ${rows}) as listed group by name`.execute(
    db,
  )
  const found = new Map(counts.map(({ name, count }) => [name, count]))
  return Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0]))
}

/** Median and 90th percentile in hours. */
async function findDuration(db: Db, time: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  const { rows: found } = await sql<{ cases: number; median: number; p90: number }>`
    select count(hours)::int8 as cases, round(percentile_cont(0.5) within group (order by hours)::numeric, 1)::float8 as median,
      round(percentile_cont(0.9) within group (order by hours)::numeric, 1)::float8 as p90
    from (select extract(epoch from ${time})::float8 / 3600 as hours from ${rows}) as listed`.execute(db)
  const [duration] = found
  return duration && duration.cases >= minCases ? { median: duration.median, p90: duration.p90 } : null
}

const total = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, count) => all + count, 0)
const toPercent = (part: number, all: number) => (all === 0 ? null : Math.round((part / all) * 100))
