import { Flag } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Badge, type Tone } from '../../../shared/web/ui/Panel.tsx'
import { SelectionBox } from '../../../shared/web/ui/SelectionBox.tsx'
import { TableCell, TableRow } from '../../../shared/web/ui/Table.tsx'
import type { Report } from '../report-contract.ts'
import {
  type CaseAction,
  caseActionLabels,
  formatDate,
  isClosed,
  listActions,
  otherReports,
  reasonLabel,
  revealLabel,
  titled,
  withoutMarker,
} from './labels.ts'
import { summarize } from './reports.ts'
import { isSecondClick } from './second-click.ts'
import { Thumbnails } from './Thumbnails.tsx'

export const statusTones: Readonly<Record<Report['status'], Tone>> = {
  pending: 'warm',
  resolved: 'good',
  dismissed: 'plain',
  reviewed: 'plain',
}

type Props = {
  report: Report
  selected: boolean
  onSelect: (on: boolean) => void
  onOpen: () => void
  onAct: (type: CaseAction) => void
  onDismiss: () => void
  /** Reverts the dismissal. */
  onUndo: (() => void) | false
  onReveal: () => void
}

export function ReportRow({ report, selected, onSelect, onOpen, onAct, onDismiss, onUndo, onReveal }: Props) {
  const { text, by } = summarize(report)
  const reason = reasonLabel(report.reason)
  const description = withoutMarker(report.description)
  const reveal = revealLabel(report.seal_mode)
  const act = 'min-h-11 min-w-11 rounded-control px-2 text-left font-medium hover:bg-sunken desk:min-h-8'
  const actions = listActions(report)
  const toButton = (type: CaseAction) => (
    <button
      key={type}
      type="button"
      onClick={() => onAct(type)}
      className={`${act} ${type === 'ban' ? 'text-danger' : 'text-brand'}`}
    >
      {caseActionLabels[type]}
    </button>
  )
  return (
    <TableRow selected={selected}>
      <TableCell className="max-desk:order-1">
        {report.status === 'pending' && (
          <SelectionBox label={`Select report: ${reason}`} checked={selected} onChange={onSelect} />
        )}
      </TableCell>
      <TableCell className="max-desk:order-2 desk:min-w-28 max-desk:flex-1">
        <button
          type="button"
          onClick={onOpen}
          className="group flex gap-2 text-left max-desk:min-h-11 max-desk:items-center"
        >
          <Icon icon={Flag} size={16} className="mt-0.5 shrink-0 text-brick" />
          <span className="font-semibold group-hover:underline">{reason}</span>
        </button>
        {description && (
          <p dir="auto" className="mt-0.5 line-clamp-2 desk:max-w-56 text-soft">
            {description}
          </p>
        )}
      </TableCell>
      <TableCell wide className="max-desk:order-4 desk:min-w-40">
        <p dir="auto" className="line-clamp-3 desk:max-w-80">
          {text}
        </p>
        <p className="mt-0.5 text-faint">
          {titled(report.content_type)}
          {by && ` · ${by}`}
          {report.is_anonymous && ' · posted anonymously'}
        </p>
        {report.other_reports > 0 && <p className="mt-0.5 font-medium text-soft">{otherReports(report)}</p>}
        {reveal && isClosed(report) && (
          <button
            type="button"
            onClick={onReveal}
            className="min-h-11 font-medium text-brand hover:underline desk:min-h-8"
          >
            {reveal}
          </button>
        )}
      </TableCell>
      <TableCell className="max-desk:order-5">
        {report.media.length > 0 && <Thumbnails media={report.media} blurred />}
      </TableCell>
      <TableCell wide className="max-desk:order-6">
        <p className="font-medium">{report.reporter_name ?? 'Unknown'}</p>
        <p className="desk:max-w-28 truncate text-faint" title={report.reporter_email ?? undefined}>
          {report.reporter_email}
        </p>
      </TableCell>
      <TableCell className="text-soft tabular-nums max-desk:order-7 desk:min-w-22">
        {formatDate(report.created_at)}
      </TableCell>
      <TableCell className="max-desk:order-3">
        <Badge tone={statusTones[report.status]}>{titled(report.status)}</Badge>
      </TableCell>
      <TableCell wide className="max-desk:order-8">
        {report.status === 'pending' ? (
          <div className="-mx-2 flex flex-wrap desk:grid desk:w-34 desk:grid-cols-2">
            {actions.filter((type) => type !== 'mute').map(toButton)}
            <button
              type="button"
              onClick={(event) => isSecondClick(event) || onDismiss()}
              className={`${act} text-soft`}
            >
              Dismiss
            </button>
            {/* The last one, so that the others are at the same place in every row. */}
            {actions.filter((type) => type === 'mute').map(toButton)}
          </div>
        ) : (
          <div className="flex items-center gap-1 text-soft">
            {report.status === 'dismissed' ? 'Dismissed' : 'Resolved'}
            {onUndo && (
              <button
                type="button"
                onClick={(event) => isSecondClick(event) || onUndo()}
                className={`${act} text-brand`}
              >
                Undo
              </button>
            )}
          </div>
        )}
      </TableCell>
    </TableRow>
  )
}
