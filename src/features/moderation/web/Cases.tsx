import { useEffect, useRef, useState } from 'react'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Pager } from '../../../shared/web/ui/Pagination.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { EmptyState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { CaseList } from './CaseList.tsx'
import { CasePane } from './CasePane.tsx'
import { type Case, caseTitle, toCases, useHandledToday } from './cases.ts'
import { ReportsHead } from './ReportsHead.tsx'
import { loadProblem, useReports } from './reports.ts'
import { StatusFilter } from './StatusFilter.tsx'
import { useReportsView } from './url-state.ts'

/** Reports per page. The reports of one item are one case. */
const pageSize = 50

/** The pending cases beside the open one; on a phone and a tablet one of the two. */
export function Cases({ school }: { school: string }) {
  const view = useReportsView()
  const isDesk = useIsDesktop()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [announcement, setAnnouncement] = useState('')
  const { handled, countHandled } = useHandledToday()
  const wantsFocus = useRef(false)
  const list = useReports({
    page: view.page,
    status: 'pending',
    search: view.search,
    school_id: school,
    limit: pageSize,
  })
  const rows = list.data?.reports ?? []
  const cases = toCases(rows, done)
  const total = list.data?.pagination.total ?? 0
  const left = total > rows.length ? total - done.size : cases.length
  const open = cases.find(({ report }) => report.id === view.report) ?? (isDesk ? cases[0] : undefined)

  const openId = useRef<string>(undefined)
  openId.current = open?.report.id

  const show = (next: Case | undefined) => {
    wantsFocus.current = true
    view.change({ report: next?.report.id }, { replace: true })
  }
  const step = (by: 1 | -1) => {
    const next = open && cases[cases.indexOf(open) + by]
    if (next) show(next)
  }
  const close = (closed: Case, outcome: string) => {
    const index = cases.indexOf(closed)
    const next = cases[index + 1] ?? cases[index - 1]
    setDone(new Set([...done, ...closed.ids]))
    countHandled()
    const isShown = openId.current === closed.report.id // else the user has gone on to another one
    setAnnouncement(`${outcome}.${isShown ? ` ${next ? `Next case: ${caseTitle(next)}.` : 'No cases are left.'}` : ''}`)
    if (isShown) show(next)
  }

  // A case that another moderator closed is not in the list any more.
  const isGone =
    !isDesk && view.report !== undefined && !done.has(view.report) && list.isSuccess && !list.isPlaceholderData && !open
  useEffect(() => {
    if (isGone) view.change({ report: undefined })
  }, [isGone, view.change])

  return (
    <section aria-label="Reports Management">
      <ReportsHead
        view={view}
        school={school}
        onRefresh={() => void list.refetch()}
        filters={
          <StatusFilter
            status="pending"
            onChange={(status) => view.change({ view: 'table', status, report: undefined })}
          />
        }
        progress={
          left + handled > 0 && (
            <p className="text-small whitespace-nowrap text-soft tabular-nums max-sm:sr-only">
              {handled} of {handled + left} today
            </p>
          )
        }
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {list.isError && <Banner text={loadProblem(list.error, 'Failed to fetch reports')} />}
      {list.isPending && <CasesSkeleton />}
      {list.isSuccess && cases.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="No reports found"
          text="No reports match your current filters."
          action={view.isNarrowed && <Button onClick={view.reset}>Clear filters</Button>}
        />
      )}
      {cases.length > 0 && (
        <div className="desk:grid desk:h-[calc(100dvh-15.5rem)] desk:min-h-112 desk:grid-cols-[360px_minmax(0,1fr)] desk:gap-4 roomy:grid-cols-[420px_minmax(0,1fr)]">
          <div className="card desk:overflow-y-auto">
            <CaseList cases={cases} open={open} to={({ report }) => view.linkTo({ report: report.id })} />
            {list.data && list.data.pagination.totalPages > 1 && (
              <Pager
                page={view.page}
                totalPages={list.data.pagination.totalPages}
                onPage={(page) => view.change({ page, report: undefined })}
              />
            )}
          </div>
          {open && (
            <CasePane
              key={open.report.id}
              case={open}
              progress={`${handled} of ${handled + left} today`}
              wantsFocus={wantsFocus}
              onStep={step}
              onClosed={close}
              onBack={() => view.change({ report: undefined })}
            />
          )}
        </div>
      )}
    </section>
  )
}

const CasesSkeleton = () => (
  <div className="card divide-y divide-line desk:w-90">
    {['a', 'b', 'c', 'd', 'e'].map((row) => (
      <div key={row} className="px-4 py-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-2 h-4 w-full" />
        <Skeleton className="mt-1.5 h-3.5 w-28" />
      </div>
    ))}
  </div>
)
