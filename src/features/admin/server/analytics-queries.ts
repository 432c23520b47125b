import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../shared/server/db.ts'
import { type Scope, within } from '../../../shared/server/scope.ts'
import { listedOf, timesOf } from '../../moderation/server/content-queries.ts'
import type { ContentKind } from '../../moderation/server/kinds.ts'
import { type Analytics, type Metric, metrics } from '../contract.ts'

/** Points of the chart, how long each is, and how it is called. */
const windows = {
  day: { unit: 'hour', points: 24, days: 1, label: 'HH24:MI' },
  week: { unit: 'day', points: 7, days: 7, label: 'Dy DD' },
  month: { unit: 'day', points: 30, days: 30, label: 'Mon DD' },
} as const

/**
 * What happened in the scope, point by point up to now. Days begin at midnight of the school; across all schools, of UTC.
 */
export async function analyse(db: Db, kinds: readonly ContentKind[], scope: Scope, period: Analytics['period']) {
  const { unit, points, days, label } = windows[period]
  const listed = listedOf(kinds)
  const school = sql.ref<string>('scope.id')
  const of = (name: string) => listed.filter(({ kind }) => kind === name).map((kind) => timesOf(kind, school))
  const zone = sql`(select coalesce((select timezone from schools where id = ${scope}::uuid), 'UTC'))`
  const start = sql`(select (first at time zone zone) from span)`

  const counted = (metric: Metric, sources: readonly RawBuilder<unknown>[], what = sql`count(*)`) =>
    sources.map(
      (source) => sql`
      select ${metric}::text as metric, date_trunc(${unit}, seen.created_at at time zone (select zone from span)) as point,
        ${what}::int8 as count
      from schools as scope cross join lateral (${source}) as seen
      where ${within(scope, 'scope.id')} and seen.created_at >= ${start} group by 2`,
    )
  const everything = sql.join(
    listed.map((kind) => sql`(${timesOf(kind, school)})`),
    sql` union all `,
  )
  const parts = [
    ...counted('posts', of('post')),
    ...counted('comments', of('comment')),
    ...counted('new_users', [
      sql`select users.created_at, users.id as author_id from users where users.school_id = scope.id and users.deleted_at is null`,
    ]),
    ...counted('active_users', [everything], sql`count(distinct seen.author_id)`),
    ...counted('reports', [
      sql`select reports.created_at, reports.id as author_id from reports where reports.school_id = scope.id`,
    ]),
  ]
  const { rows } = await sql<{ label: string; metric: Metric; count: number }>`
    with span as materialized (
      select zone, date_trunc(${unit}, now() at time zone zone) as last,
        date_trunc(${unit}, now() at time zone zone) - make_interval(${sql.raw(unit === 'hour' ? 'hours' : 'days')} => ${points - 1}) as first
      from (select ${zone} as zone) as zones
    ), counts as (${sql.join(parts, sql` union all `)})
    select to_char(point, ${label}) as label, metric, coalesce(count, 0)::int8 as count
    from span, generate_series(first, last, ${sql.raw(`interval '1 ${unit}'`)}) as point
    cross join unnest(${[...metrics]}::text[]) as metric
    left join counts using (point, metric)
    order by point`.execute(db)

  const series = Object.fromEntries(
    metrics.map((metric) => [metric, rows.filter((row) => row.metric === metric).map(({ count }) => count)]),
  ) as Record<Metric, number[]>
  const sum = (metric: Metric) => series[metric].reduce((total, count) => total + count, 0)
  const [posts, comments] = [sum('posts'), sum('comments')]
  return {
    period,
    schoolFilter: scope ?? 'all',
    labels: rows.filter(({ metric }) => metric === 'posts').map((row) => row.label),
    availableMetrics: [...metrics],
    selectedMetrics: ['posts', 'comments'] as Metric[],
    ...series,
    summary: {
      total_posts: posts,
      avg_posts_per_day: rounded(posts / days),
      total_comments: comments,
      avg_comments_per_day: rounded(comments / days),
      new_users: sum('new_users'),
      engagement_rate: posts === 0 ? 0 : rounded(comments / posts),
      total_reports: sum('reports'),
    },
  } satisfies Analytics
}

/** To two decimals. */
const rounded = (value: number) => Math.round(value * 100) / 100
