import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { toOptions } from '../../../shared/web/options.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ChipGroup } from '../../../shared/web/ui/Chip.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Panel, Toolbar } from '../../../shared/web/ui/Panel.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { adminApi, type periods as knownPeriods } from '../contract.gen.ts'
import type { Analytics, Metric } from '../contract.ts'
import { metricLabels } from './metrics.ts'
import { useAnalyticsView } from './url-state.ts'

const Chart = lazyPart(() => import('./Chart.tsx'))

type Period = (typeof knownPeriods)[number]
const periods = toOptions<Period>({ day: 'Daily', week: 'Weekly', month: 'Monthly' })
const spans: Readonly<Record<Period, string>> = {
  day: 'the last 24 hours',
  week: 'the last 7 days',
  month: 'the last 30 days',
}
/** Statistics of the school: a chart, totals and highlights. */
export default function AnalyticsTab({ school }: { school: string }) {
  const { period, change } = useAnalyticsView()
  const [chosen, setChosen] = useState<readonly Metric[]>()
  const list = useQuery({
    ...query(adminApi.analytics, { query: { period, school_id: school || undefined } }),
    placeholderData: (before) => before,
  })
  const numbers = list.data?.data
  const isEmpty = numbers !== undefined && Object.values(numbers.summary).every((number) => number === 0)
  const shown = chosen ?? numbers?.selectedMetrics ?? []
  const toggle = (metric: Metric) =>
    setChosen(shown.includes(metric) ? shown.filter((name) => name !== metric) : [...shown, metric])

  return (
    <Panel title="Analytics" subtitle={`Activity in ${spans[period]}`} onRefresh={() => list.refetch()}>
      <Toolbar>
        <Select label="Period" labelHidden value={period} options={periods} onChange={(period) => change({ period })} />
        <ChipGroup
          label="Show in chart"
          options={(numbers?.availableMetrics ?? []).map((metric) => [metric, metricLabels[metric]])}
          value={shown}
          onSelect={toggle}
        />
      </Toolbar>
      {list.isPending && <NumberSkeletons />}
      {(list.isError || isEmpty) && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="No Analytics Data"
          text={list.isError ? 'We couldn’t load the numbers for this period.' : 'Nothing happened in this period.'}
          action={<Button onClick={() => void list.refetch()}>Retry Loading</Button>}
        />
      )}
      {numbers && !isEmpty && (
        <>
          <Cards numbers={numbers} period={period} />
          <div className="card mt-4 px-3 py-4 desk:px-4.5">
            {shown.length === 0 ? (
              <p className="text-soft">Choose what to show in the chart.</p>
            ) : (
              <Suspense fallback={<Skeleton className="h-72" />}>
                <Chart numbers={numbers} shown={shown} />
              </Suspense>
            )}
          </div>
          <div className="mt-4 grid gap-4 desk:grid-cols-2">
            <Summary numbers={numbers} span={spans[period]} />
            <Insights numbers={numbers} />
          </div>
        </>
      )}
    </Panel>
  )
}

const grid =
  'grid grid-cols-2 gap-px overflow-hidden border-y border-line bg-line desk:grid-cols-4 desk:rounded-card desk:border'

/** The four cards and the chart. */
const NumberSkeletons = () => (
  <>
    <div className={grid}>
      {['w-1/2', 'w-2/3', 'w-1/2', 'w-3/5'].map((width, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key
        <div key={card} className="space-y-2 bg-surface px-4.5 py-4">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-6 w-12" />
          <Skeleton className="h-3.5 w-4/5" />
        </div>
      ))}
    </div>
    <div className="card mt-4 px-3 py-4 desk:px-4.5">
      <Skeleton className="h-72" />
    </div>
  </>
)

function Cards({ numbers: { summary }, period }: { numbers: Analytics; period: Period }) {
  const perDay = (value: number) => (period === 'day' ? `in ${spans.day}` : `${average(value)} per day on average`)
  const cards = [
    ['Total posts', summary.total_posts, perDay(summary.avg_posts_per_day)],
    ['Total comments', summary.total_comments, perDay(summary.avg_comments_per_day)],
    ['New users', summary.new_users, 'joined in this period'],
    ['Engagement rate', summary.engagement_rate, 'comments per post'],
  ] as const
  return (
    <dl className={grid}>
      {cards.map(([name, value, note]) => (
        <div key={name} className="bg-surface px-4.5 py-4">
          <dt className="text-small text-soft">{name}</dt>
          <dd className="mt-0.5">
            <span className="font-display text-title font-semibold tabular-nums">{value.toLocaleString('en')}</span>
            <span className="block text-small text-faint">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Summary({ numbers: { summary }, span }: { numbers: Analytics; span: string }) {
  return (
    <section className="card px-4.5 py-4">
      <h3 className="text-card">Period Summary</h3>
      <p className="mt-1 text-soft">
        {plural(summary.total_posts, 'post')}, {plural(summary.total_comments, 'comment')} and{' '}
        {plural(summary.new_users, 'new person', 'new people')} in {span}.
      </p>
    </section>
  )
}

function Insights({ numbers }: { numbers: Analytics }) {
  const { summary, labels, posts, active_users } = numbers
  const busiest = posts.indexOf(Math.max(...posts))
  const most = Math.max(...active_users)
  return (
    <section className="card px-4.5 py-4">
      <h3 className="text-card">Quick Insights</h3>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-soft marker:text-faint">
        {summary.total_posts > 0 ? (
          <li>
            Busiest time: {labels[busiest]} ({plural(posts[busiest] ?? 0, 'post')})
          </li>
        ) : (
          <li>No posts in this period.</li>
        )}
        {most > 0 && <li>{formatPeak(most)}</li>}
        {summary.total_reports > 0 && <li>{plural(summary.total_reports, 'report')} received.</li>}
      </ul>
    </section>
  )
}

const formatPeak = (count: number) =>
  count === 1
    ? 'At the busiest moment, 1 person was posting under their own name.'
    : `At the busiest moment, ${plural(count, 'person', 'people')} were posting under their own name.`

const average = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 1 })
