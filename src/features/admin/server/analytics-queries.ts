import { sql } from 'kysely'
import { readEachSchool, type SchoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { findListedTypes, selectReportCount } from '../../moderation/server/content-queries.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { type Analytics, type Metric, metrics } from '../contract.ts'

/** Unit and number of the chart's points, the days that they cover, and the format of their labels. */
const windows = {
  day: { unit: 'hour', points: 24, days: 1, label: 'HH24:MI' },
  week: { unit: 'day', points: 7, days: 7, label: 'Dy DD' },
  month: { unit: 'day', points: 30, days: 30, label: 'Mon DD' },
} as const

/**
 * Counts the activity in the scope per point up to now: each row by the instants at which the points begin, because a
 * conversion of its time to the time zone would take longer than the rest. Days begin at midnight in the school's time
 * zone, or UTC across all schools.
 */
export async function analyse(db: Db, kinds: readonly ContentType[], scope: SchoolScope, period: Analytics['period']) {
  const [rows = [], ...others] = await readEachSchool(db, scope, (school) =>
    countActivity(db, kinds, school, { period, inUtc: scope === null }),
  )
  const counted = new Map(rows.map((row) => [`${row.metric} ${row.label}`, row]))
  for (const other of others.flat()) {
    const row = counted.get(`${other.metric} ${other.label}`)
    if (row) row.count += other.count
  }
  const series = Object.fromEntries(
    metrics.map((metric) => [metric, rows.filter((row) => row.metric === metric).map(({ count }) => count)]),
  ) as Series
  return {
    period,
    schoolFilter: scope ?? 'all',
    labels: rows.filter(({ metric }) => metric === 'posts').map((row) => row.label),
    availableMetrics: [...metrics],
    selectedMetrics: ['posts', 'comments'] as Metric[],
    ...series,
    summary: summarize(period, series),
  } satisfies Analytics
}

type Series = Pick<Analytics, Metric>

function summarize(period: Analytics['period'], series: Series): Analytics['summary'] {
  const { days } = windows[period]
  const sum = (metric: Metric) => series[metric].reduce((total, count) => total + count, 0)
  const [posts, comments] = [sum('posts'), sum('comments')]
  return {
    total_posts: posts,
    avg_posts_per_day: rounded(posts / days),
    total_comments: comments,
    avg_comments_per_day: rounded(comments / days),
    new_users: sum('new_users'),
    engagement_rate: posts === 0 ? 0 : rounded(comments / posts),
    total_reports: sum('reports'),
  }
}

/** The activity of both, point by point. At the turn of an hour one of them may end a point later: each point keeps its label. */
export function addAnalytics(first: Analytics, next: Analytics): Analytics {
  if (first.labels.length === 0) return next // a cell whose schools have not come yet
  const add = (metric: Metric) =>
    first[metric].map((count, index) => {
      const position = next.labels.indexOf(first.labels[index] ?? '')
      return count + (next[metric][position] ?? 0)
    })
  const series = Object.fromEntries(metrics.map((metric) => [metric, add(metric)])) as Series
  return { ...first, ...series, summary: summarize(first.period, series) }
}

/** Rounds to two decimals. */
const rounded = (value: number) => Math.round(value * 100) / 100

type Point = { readonly label: string; readonly metric: Metric; count: number }

async function countActivity(
  db: Db,
  kinds: readonly ContentType[],
  school: string,
  { period, inUtc }: { readonly period: Analytics['period']; readonly inUtc: boolean },
): Promise<Point[]> {
  const { unit, points, label } = windows[period]
  const units = sql.raw(`${unit}s`)
  // A bound that the planner can estimate, slightly before the first point. Without it, every row of the school is
  // read.
  const lately = sql`seen.created_at > now() - make_interval(${units} => ${points + 1})`
  const point = sql`width_bucket(seen.created_at, (select starts from edges))`
  const written = sql.join(
    findListedTypes(kinds).map(
      (kind) => sql`(select ${kind.kind}::text as kind, times.* from (${selectReportCount(kind, school)}) as times)`,
    ),
    sql` union all `,
  )
  const of = (kind: 'post' | 'comment', metric: Metric) =>
    sql`select ${metric}::text as metric, n, count(*) as count from written where kind = ${kind} group by 2`
  const made = (table: 'users' | 'reports', metric: Metric) => sql`
    select ${metric}::text as metric, ${point} as n, count(*) as count from ${sql.table(table)} as seen
    where seen.school_id = ${school} and ${lately} ${table === 'users' ? sql`and deleted_at is null` : sql``} group by 2`
  const { rows } = await sql<Point>`
    with span as materialized (
      select zone, date_trunc(${unit}, now() at time zone zone) as last,
        date_trunc(${unit}, now() at time zone zone) - make_interval(${units} => ${points - 1}) as first
      from (select case when ${inUtc} then 'UTC' else (select timezone from schools where id = ${school}) end as zone) as zones
    ), points as materialized (
      select point, row_number() over (order by point)::int as n, point at time zone zone as starts
      from span, generate_series(first, last, ${sql.raw(`interval '1 ${unit}'`)}) as point
    ), edges as materialized (
      select array_agg(starts order by n) as starts from points
    ), written as materialized (
      select seen.kind, seen.author_id, ${point} as n from (${written}) as seen where ${lately}
    ), counts as (
      ${of('post', 'posts')} union all ${of('comment', 'comments')}
      union all select 'active_users', n, count(author_id) from (select distinct n, author_id from written) as writers group by 2
      union all ${made('users', 'new_users')} union all ${made('reports', 'reports')}
    )
    select to_char(point, ${label}) as label, metric, coalesce(count, 0)::int8 as count
    from points cross join unnest(${[...metrics]}::text[]) as metric
    left join counts using (n, metric)
    order by point`.execute(db)
  return rows
}
