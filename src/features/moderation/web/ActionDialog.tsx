import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { moderationApi } from '../contract.gen.ts'
import { moderation, type Report, sealReasonLength } from '../contract.ts'
import { ActivityHistory } from './ActivityHistory.tsx'
import { type ActionType, actionLabels, isClosed, reasonLabel, withoutMarker } from './labels.ts'
import { useSettle } from './reports.ts'
import { Thumbnails } from './Thumbnails.tsx'

const durations = ['1', '2', '3', '7', '14', '30'].map(
  (days) => [days, `${days} ${days === '1' ? 'day' : 'days'}`] as const,
)
const notices = {
  warn: 'This will issue a formal warning to the user.',
  suspend: "This will temporarily suspend the user's account.",
  ban: 'This will permanently ban the user from the platform.',
}
const consequences = 'The user will be notified via email and the action will be logged in their activity history.'
const nobody = 'This report has no user to moderate. Please dismiss it instead.'

type Props = { report: Report; type: ActionType; onClose: () => void }

/** Warns, suspends or bans the author of a reported item and shows their history. */
export default function ActionDialog({ report, type, onClose }: Props) {
  const client = useQueryClient()
  const settle = useSettle(onClose)
  const userId = report.reported_user_id
  const { form, field, choice, values, isError, error, isPending } = useContractForm({
    name: `action ${report.id}`,
    initial: () => ({ reason: '', duration: '1' }),
    schema: moderation.act.body,
    toBody: ({ reason, duration }) => ({
      type,
      userId,
      reason,
      ...(type === 'suspend' ? { duration: Number(duration) } : {}),
      reportId: report.id,
      reportContent: report.content,
    }),
    check: ({ reason }) => (reason.trim() ? {} : { reason: 'Missing moderation reason or selected report' }),
    async prepare(body) {
      if (!userId) throw new Error('No target user ID found... Please dismiss the report instead.')
      return body
    },
    send: (body, idempotencyKey) => call(moderationApi.act, { body, idempotencyKey }),
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  const label = actionLabels[type]
  const isSealed = isClosed(report)
  const shortest = isSealed ? sealReasonLength.min : 1

  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title={`${label} user`}
      problem={
        isError
          ? `Failed to execute moderation action: ${error?.message}`
          : settle.isError && 'Failed to dismiss report'
      }
      actions={
        <>
          <Button
            className="mr-auto"
            pendingLabel={settle.isPending && 'Dismissing...'}
            onClick={() => settle.mutate({ ids: [report.id], status: 'dismissed' })}
          >
            Dismiss Report
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={type === 'ban' ? 'danger' : 'primary'}
            type="submit"
            form={form.id}
            disabled={[...values.reason.trim()].length < shortest || !userId}
            pendingLabel={isPending && 'Working...'}
          >
            {label} user
          </Button>
        </>
      }
    >
      {!userId && (
        <p role="alert" className="mb-3 rounded-control border border-danger px-4 py-2 font-medium text-danger">
          {nobody}
        </p>
      )}
      <h3 className="text-card">Report Details</h3>
      <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        <dt className="text-soft">Reported user</dt>
        <dd className="font-medium">{report.reported_user_name ?? 'Unknown'}</dd>
        <dt className="text-soft">Reason</dt>
        <dd>{reasonLabel(report.reason)}</dd>
        <dt className="text-soft">Content</dt>
        <dd className="min-w-0">
          <p className="max-h-40 overflow-y-auto whitespace-pre-wrap">
            {report.title ? `${report.title}\n` : ''}
            {report.content}
          </p>
          <div className="mt-2">
            <Thumbnails media={report.media} blurred />
          </div>
        </dd>
        {report.description && (
          <>
            <dt className="text-soft">Description</dt>
            <dd className="whitespace-pre-wrap">{withoutMarker(report.description)}</dd>
          </>
        )}
      </dl>
      {userId && !isSealed && <ActivityHistory userId={userId} />}
      {isSealed && (
        <p className="mt-4 rounded-control border border-danger px-4 py-3">
          This was posted anonymously. This action reveals the author: your name and your reason will be saved in the
          audit log, other moderators can see how many authors you reveal, and the author will be notified.
        </p>
      )}
      <form {...form}>
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          <div>
            <p className="mb-1 font-medium">Action Type</p>
            <p className="flex min-h-11 items-center rounded-control bg-sunken px-3.5 text-soft">{label}</p>
          </div>
          {type === 'suspend' && <Select label="Suspension Duration" options={durations} {...choice('duration')} />}
        </div>
        <Field
          label="Reason"
          multiline
          hint={isSealed ? `The author will see this. At least ${shortest} characters.` : 'The user will see this.'}
          className="mt-4"
          {...field('reason')}
        />
      </form>
      <p className="mt-4 rounded-control bg-gold-soft px-4 py-3">
        {notices[type]} {consequences}
      </p>
    </Dialog>
  )
}
