import type { UseQueryResult } from '@tanstack/react-query'
import { urlFor } from '../../../shared/web/api.ts'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { transparencyApi } from '../contract.gen.ts'
import type { TransparencyReport } from '../contract.ts'
import { formatPeriod } from './labels.ts'
import { NumbersOfQuarter } from './NumbersOfQuarter.tsx'
import { useTransparencyView } from './url-state.ts'

type Props = {
  report: UseQueryResult<{ data: TransparencyReport }>
  /** What is read before the first publication. */
  empty: { title: string; text: string }
}

/** A quarter with the choice of another one, or what is known of it: loading, failed, not published. */
export function QuarterOrState({ report, empty }: Props) {
  const view = useTransparencyView()
  if (report.isPending) {
    return (
      <div role="status" aria-label="Loading the numbers" className="space-y-3">
        <Skeleton className="h-11" />
        <Skeleton className="h-96" />
        <Skeleton className="h-72" />
      </div>
    )
  }
  if (report.isError && isNotFound(report.error))
    return <EmptyState illustration={<LawnIllustration />} title={empty.title} text={empty.text} />
  if (report.isError) {
    return (
      <ErrorState text="We couldn’t load the numbers." error={report.error} onRetry={() => void report.refetch()} />
    )
  }
  const { data } = report.data
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 px-4 pt-3 pb-4 desk:px-0 desk:pt-0">
        <Select
          label="Quarter"
          value={data.period}
          options={data.periods.map((period) => [period, formatPeriod(period)] as const)}
          onChange={(period) => view.change({ period })}
          className="min-w-0 flex-1 basis-48"
        />
        {data.is_public && (
          <a href={toCsvAddress(data)} download className={buttonClassName('secondary')}>
            Download as CSV
          </a>
        )}
        <p className="basis-full text-small text-soft">
          Published <Time at={data.published_at} />. These numbers do not change. Small numbers are hidden, to protect
          the people behind them.
        </p>
      </div>
      <NumbersOfQuarter report={data} />
    </>
  )
}

const toCsvAddress = ({ school_id, period }: TransparencyReport) =>
  urlFor(transparencyApi.showPublic, { params: { school_id }, query: { period, format: 'csv' } })
