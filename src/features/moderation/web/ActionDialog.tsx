import { scrollableRef } from '../../../shared/web/scrollable.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import type { Report } from '../report-contract.ts'
import { ActivityHistory } from './ActivityHistory.tsx'
import { type ActionType, actionLabels, descriptionLabel, reasonLabel, withoutMarker } from './labels.ts'
import { useSettle } from './reports.ts'
import { StatementFields } from './StatementFields.tsx'
import { StatementPreview } from './StatementPreview.tsx'
import { Thumbnails } from './Thumbnails.tsx'
import { actionNotice, durations, noUserText, sealedActionText, useAction } from './use-action.ts'

type Props = { report: Report; type: ActionType; onClose: () => void }

/** Warns, suspends or bans the author of a reported item and shows their history. */
export default function ActionDialog({ report, type, onClose }: Props) {
  const settle = useSettle(onClose)
  const userId = report.reported_user_id
  const { form, field, choice, values, statement, isPending, isSealed, canSend, hint, problem } = useAction(
    report,
    type,
    { onDone: onClose },
  )
  const label = actionLabels[type]

  return (
    <FormDialog
      onClose={onClose}
      title={`${label} user`}
      problem={problem ?? (settle.isError && 'Failed to dismiss report')}
      form={form}
      submitLabel={`${label} user`}
      variant={type === 'ban' ? 'danger' : 'primary'}
      disabled={!canSend}
      isPending={isPending}
      pendingLabel="Working..."
      otherAction={
        <Button
          className="mr-auto"
          pendingLabel={settle.isPending && 'Dismissing...'}
          onClick={() => settle.mutate({ ids: [report.id], status: 'dismissed' })}
        >
          Dismiss Report
        </Button>
      }
      preview={<StatementPreview {...statement} />}
    >
      {!userId && (
        <p role="alert" className="mb-3 rounded-control border border-danger px-4 py-2 font-medium text-danger">
          {noUserText}
        </p>
      )}
      <h3 className="text-card">Report Details</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-soft">Reported user</dt>
        <dd className="min-w-0 wrap-anywhere font-medium">{report.reported_user_name ?? 'Unknown'}</dd>
        <dt className="text-soft">Reason</dt>
        <dd className="min-w-0 wrap-anywhere">{reasonLabel(report.reason)}</dd>
        <dt className="text-soft">Content</dt>
        <dd className="min-w-0">
          <p dir="auto" ref={scrollableRef} className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
            {report.title ? `${report.title}\n` : ''}
            {report.content}
          </p>
          <div className="mt-2">
            <Thumbnails media={report.media} blurred />
          </div>
        </dd>
        {report.description && (
          <>
            <dt className="text-soft">{descriptionLabel(report)}</dt>
            <dd dir="auto" className="min-w-0 wrap-anywhere whitespace-pre-wrap">
              {withoutMarker(report.description)}
            </dd>
          </>
        )}
      </dl>
      {userId && !isSealed && <ActivityHistory userId={userId} />}
      {isSealed && <p className="mt-4 rounded-control border border-danger px-4 py-3">{sealedActionText}</p>}
      <div className="mt-5 grid gap-4 sm:grid-cols-2">
        <div>
          <p className="mb-1 font-medium">Action Type</p>
          <p className="flex min-h-11 items-center rounded-control bg-sunken px-3.5 text-soft">{label}</p>
        </div>
        {type === 'suspend' && <Select label="Suspension Duration" options={durations} {...choice('duration')} />}
      </div>
      <Field label="Reason" starred multiline hint={hint} className="mt-4" {...field('reason')} />
      <StatementFields
        school={report.school_id}
        report={report}
        rule={choice('rule')}
        facts={field('facts')}
        until={statement.end}
        reason={values.reason}
      />
      <p className="mt-4 rounded-control bg-gold-soft px-4 py-3">{actionNotice(type)}</p>
    </FormDialog>
  )
}
