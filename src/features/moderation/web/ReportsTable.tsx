import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { AdminList } from '../../../shared/web/ui/AdminList.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { EmptyState } from '../../../shared/web/ui/states.tsx'
import type { Report } from '../report-contract.ts'
import { useDismissals } from './dismissals.ts'
import { type CaseAction, toNamedAction, toSealedAction } from './labels.ts'
import { ReportRow } from './ReportRow.tsx'
import { ReportsHead } from './ReportsHead.tsx'
import { loadProblem, useReports, useSettle } from './reports.ts'
import { StatusFilter } from './StatusFilter.tsx'
import { useReportsView } from './url-state.ts'

const ActionDialog = lazyPart(() => import('./ActionDialog.tsx'))
const SealedActionDialog = lazyPart(() => import('./SealedActionDialog.tsx'))
const ReportDetails = lazyPart(() => import('./ReportDetails.tsx'))
const RevealDialog = lazyPart(() => import('./RevealDialog.tsx'))

const toItem = ({ content_id, content_type, seal_mode }: Report) => ({
  id: content_id,
  type: content_type,
  mode: seal_mode,
})

const columns = [['Select'], 'Report', 'Content', 'Images', 'Reporter', 'Date', 'Status', 'Actions'] as const

type OpenReport = { readonly report: Report; readonly action?: CaseAction | 'reveal' }

/** The documented table of reports and the actions on them. */
export function ReportsTable({ school }: { school: string }) {
  const view = useReportsView()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<OpenReport>()
  const filter = { status: view.status, search: view.search, school_id: school }
  const list = useReports({ ...filter, page: view.page })
  const settle = useSettle(() => setSelected([]))
  const dismissals = useDismissals()
  const shown = (list.data?.reports ?? []).map((report) =>
    dismissals.isDismissed(report.id) ? { ...report, status: 'dismissed' as const } : report,
  )
  const chosen = selected.filter((id) => shown.some((report) => report.id === id && report.status === 'pending'))
  const problem = settle.isError
    ? 'Failed to bulk update reports'
    : (dismissals.problem ?? (list.isError && loadProblem(list.error, 'Failed to fetch reports')))

  return (
    <AdminList
      title="Reports Management"
      head={
        <ReportsHead
          view={view}
          school={school}
          count={view.status ? 1 : 0}
          onRefresh={() => void list.refetch()}
          filters={<StatusFilter status={view.status} onChange={(status) => view.change({ status })} />}
        />
      }
      list={list}
      problem={problem}
      selection={
        chosen.length > 0
          ? {
              text: `${chosen.length} report(s) selected`,
              actions: (
                <>
                  <Button onClick={() => settle.mutate({ ids: chosen, status: 'resolved' })}>Mark Resolved</Button>
                  <Button onClick={() => settle.mutate({ ids: chosen, status: 'dismissed' })}>Dismiss</Button>
                </>
              ),
              onClear: () => setSelected([]),
            }
          : undefined
      }
      rows={shown}
      empty={
        <EmptyState
          illustration={<LawnIllustration />}
          title="No reports found"
          text="No reports match your current filters."
          action={view.isNarrowed && <Button onClick={view.reset}>Clear filters</Button>}
        />
      }
      selectable={{
        ids: shown.filter(({ status }) => status === 'pending').map(({ id }) => id),
        chosen,
        onChange: setSelected,
      }}
      table={{ label: 'Reports', columns }}
      row={(report) => (
        <ReportRow
          key={report.id}
          report={report}
          selected={chosen.includes(report.id)}
          onSelect={(on) => setSelected(on ? [...chosen, report.id] : chosen.filter((id) => id !== report.id))}
          onOpen={() => setOpened({ report })}
          onAct={(action) => setOpened({ report, action })}
          onDismiss={() => dismissals.dismiss(report.id)}
          onUndo={dismissals.canUndo(report.id) && (() => dismissals.undo(report.id))}
          onReveal={() => setOpened({ report, action: 'reveal' })}
        />
      )}
      pages={
        list.data && {
          page: view.page,
          totalPages: list.data.pagination.totalPages,
          onPage: (page, options) => view.change({ page }, options),
          total: `${list.data.pagination.total.toLocaleString('en')} total reports`,
        }
      }
    >
      <Suspense>
        {opened?.action === 'reveal' && (
          <RevealDialog item={toItem(opened.report)} onClose={() => setOpened(undefined)} />
        )}
        {opened?.action && opened.action !== 'reveal' && (
          <Action report={opened.report} type={opened.action} onClose={() => setOpened(undefined)} />
        )}
        {opened && !opened.action && <ReportDetails report={opened.report} onClose={() => setOpened(undefined)} />}
      </Suspense>
    </AdminList>
  )
}

function Action({ report, type, onClose }: { report: Report; type: CaseAction; onClose: () => void }) {
  const [sealed, named] = [toSealedAction(report, type), toNamedAction(report, type)]
  return (
    <>
      {sealed && <SealedActionDialog report={report} type={sealed} onClose={onClose} />}
      {named && <ActionDialog report={report} type={named} onClose={onClose} />}
    </>
  )
}
