import { useState } from 'react'
import { formatFullDate } from '../../../shared/web/time.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import type { Report } from '../report-contract.ts'
import { descriptionLabel, otherReports, reasonLabel, titled, withoutMarker } from './labels.ts'
import { ReportedFiles } from './ReportedFiles.tsx'
import { ReportedVoices } from './ReportedVoices.tsx'
import { statusTones } from './ReportRow.tsx'
import { useSettle } from './reports.ts'
import { Thumbnails } from './Thumbnails.tsx'

/** All details of one report. A pending report can be closed here. */
export default function ReportDetails({ report, onClose }: { report: Report; onClose: () => void }) {
  const settle = useSettle(onClose)
  const [isTogether, setIsTogether] = useState(true)
  const isPending = report.status === 'pending'
  const ids = isTogether ? [report.id, ...report.other_pending_ids] : [report.id]
  const rows: readonly (readonly [name: string, value: React.ReactNode])[] = [
    ['Content type', titled(report.content_type)],
    [
      'Status',
      <Badge key="status" tone={statusTones[report.status]}>
        {titled(report.status)}
      </Badge>,
    ],
    ['Reported', formatFullDate(report.created_at)],
    [
      'Content ID',
      <code key="id" className="text-small break-all">
        {report.content_id || 'N/A'}
      </code>,
    ],
    ['Reporter', `${report.reporter_name ?? 'Unknown'} (${report.reporter_email ?? 'No email'})`],
    ['Reported user', report.reported_user_name ?? 'Unknown'],
    ...(report.other_reports > 0 ? [['Other reports', otherReports(report)] as const] : []),
    ['Reason', reasonLabel(report.reason)],
    [descriptionLabel(report), withoutMarker(report.description) || 'No description'],
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title="Report Details"
      actions={
        isPending ? (
          <>
            <Button
              pendingLabel={settle.isPending && settle.variables.status === 'dismissed' && 'Dismissing...'}
              onClick={() => settle.mutate({ ids, status: 'dismissed' })}
            >
              Dismiss
            </Button>
            <Button
              variant="primary"
              pendingLabel={settle.isPending && settle.variables.status === 'resolved' && 'Resolving...'}
              onClick={() => settle.mutate({ ids, status: 'resolved' })}
            >
              Resolve
            </Button>
          </>
        ) : undefined
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd dir="auto" className="min-w-0 whitespace-pre-wrap">
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 rounded-control bg-sunken px-4 py-3">
        {report.title && (
          <p dir="auto" className="font-semibold">
            {report.title}
          </p>
        )}
        <p dir="auto" className="whitespace-pre-wrap">
          {report.content}
        </p>
      </div>
      <div className="mt-3">
        <Thumbnails media={report.media} blurred />
        <ReportedFiles files={report.files} />
        <ReportedVoices voices={report.voice_notes} />
      </div>
      {isPending && report.other_pending_ids.length > 0 && (
        <Checkbox
          label={
            report.other_pending_ids.length === 1
              ? 'Also close the other pending report about this item'
              : `Also close the ${report.other_pending_ids.length} other pending reports about this item`
          }
          checked={isTogether}
          onChange={setIsTogether}
          className="mt-3 font-medium"
        />
      )}
      {settle.isError && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {settle.variables.status === 'resolved' ? 'Failed to resolve report' : 'Failed to dismiss report'}
        </p>
      )}
    </Dialog>
  )
}
