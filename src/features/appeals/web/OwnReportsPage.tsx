import { Suspense } from 'react'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { useInlineForm } from '../../../shared/web/inline-form.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { reasonLabel, titled } from '../../moderation/web/labels.ts'
import { appealsApi } from '../contract.gen.ts'
import type { OwnReport } from '../contract.ts'
import { reportStateLabels } from './labels.ts'

const AppealForm = lazyPart(() => import('./AppealForm.tsx'))

/** The reports that the viewer made, and what came out of them. */
export default function OwnReportsPage() {
  const { items, ...list } = useInfiniteList(appealsApi.ownReports)
  return (
    <Page title="Reports I made">
      {list.isPending && (
        <div role="status" aria-label="Loading your reports" className="space-y-3">
          <Skeleton className="h-36" />
          <Skeleton className="h-36" />
        </div>
      )}
      {list.isError && (
        <ErrorState text="We couldn’t load your reports." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState illustration={<LawnIllustration />} title="You have not reported anything" />
      )}
      <ul className="space-y-3 desk:space-y-4">
        {items.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load more" list={list} />
    </Page>
  )
}

/** The states that a report passes; the last one is its outcome. */
function ReportCard({ report }: { report: OwnReport }) {
  const form = useInlineForm()
  const { kind, reason, content, created_at, settled_at, state, review, can } = report
  const isSettled = state === 'action' || state === 'none'
  const steps = [
    { text: reportStateLabels.received, at: created_at },
    ...(state === 'received' ? [] : [{ text: reportStateLabels.looked_at, at: settled_at }]),
    ...(isSettled ? [{ text: reportStateLabels[state], at: null }] : []),
  ]
  return (
    <article aria-label={`${titled(kind)}: ${reasonLabel(reason)}`} className="card px-4.5 py-4.5">
      <h2 className="text-card">{reasonLabel(reason)}</h2>
      <blockquote
        dir="auto"
        className="mt-2 line-clamp-3 rounded-control bg-sunken px-4 py-2 whitespace-pre-wrap wrap-anywhere text-soft"
      >
        {content || titled(kind)}
      </blockquote>
      <ol className="mt-3 space-y-1">
        {steps.map(({ text, at }, index) => (
          <li
            key={text}
            className={`flex flex-wrap gap-x-2 ${index === steps.length - 1 ? 'font-medium' : 'text-soft'}`}
          >
            {text} {at !== null && <Time at={at} className="text-small font-normal text-soft" />}
          </li>
        ))}
      </ol>
      {review && (
        <p className="mt-3 text-soft">
          {review.reason
            ? `Second review: ${review.reason}`
            : 'You requested a second review. Another moderator answers it.'}
        </p>
      )}
      {can.ask_again && !form.isOpen && (
        <Button ref={form.opener} className="mt-3" onClick={form.open}>
          Ask for a second review
        </Button>
      )}
      {can.ask_again && form.isOpen && (
        <div className="mt-3">
          <Suspense fallback={<Skeleton className="h-32" />}>
            <AppealForm
              report={report.id}
              label="What did we miss?"
              button="Send"
              sent="Second review requested"
              onCancel={form.close}
            />
          </Suspense>
        </div>
      )}
    </article>
  )
}
