import { useQueryClient } from '@tanstack/react-query'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { moderationLimits } from '../../moderation/contract.ts'
import { actionLabels } from '../../moderation/web/labels.ts'
import { appealsApi } from '../contract.gen.ts'
import { type AppealOutcome, appeals, type OpenAppeal } from '../contract.ts'

type Props = { appeal: OpenAppeal; what: 'answer' | 'decide' | 'close'; onClose: () => void }

/** Writes to the user, decides the appeal, or closes it. */
export default function DecideDialog({ what, ...props }: Props) {
  if (what === 'decide') return <Decide {...props} />
  return <Words what={what} {...props} />
}

const outcomeLabels: Readonly<Record<AppealOutcome, string>> = {
  upheld: 'The decision stands',
  overturned: 'Overturn the decision',
  changed: 'Change to something milder',
}

function Decide({ appeal, onClose }: Omit<Props, 'what'>) {
  const client = useQueryClient()
  const { id, can } = appeal
  const changes = can.change_to
  const outcomes = (['upheld', 'overturned', 'changed'] as const).filter(
    (outcome) => outcome !== 'changed' || changes.length > 0,
  )
  const { form, field, choice, values, failure, isPending } = useContractForm({
    name: `decide ${id}`,
    initial: () => ({ outcome: 'upheld' as AppealOutcome, reason: '', type: changes[0] ?? 'warn', days: '1' }),
    schema: appeals.decide.body,
    toBody: ({ outcome, reason, type, days }) => ({
      outcome,
      reason,
      ...(outcome === 'changed' ? { change: { type, ...(type === 'suspend' ? { days: Number(days) } : {}) } } : {}),
    }),
    send: (body) => call(appealsApi.decide, { params: { id }, body }),
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  const isChange = values.outcome === 'changed'
  return (
    <FormDialog
      onClose={onClose}
      title="Decide the appeal"
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      submitLabel="Decide"
      isPending={isPending}
      pendingLabel="Deciding..."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label="Outcome"
          options={outcomes.map((outcome) => [outcome, outcomeLabels[outcome]] as const)}
          {...choice('outcome')}
        />
        {isChange && (
          <Select
            label="Milder decision"
            options={changes.map((type) => [type, actionLabels[type]] as const)}
            {...choice('type')}
          />
        )}
        {isChange && values.type === 'suspend' && (
          <Field
            label="Duration (days)"
            type="number"
            min={1}
            max={moderationLimits.days}
            inputMode="numeric"
            {...field('days')}
          />
        )}
      </div>
      <Field label="Reason" starred multiline hint="The user will see this." className="mt-4" {...field('reason')} />
    </FormDialog>
  )
}

function Words({ appeal, what, onClose }: Props) {
  const client = useQueryClient()
  const params = { id: appeal.id }
  const isAnswer = what === 'answer'
  const { form, field, failure, isPending } = useContractForm({
    name: `${what} ${appeal.id}`,
    initial: () => ({ text: '' }),
    schema: appeals.answer.body,
    toBody: ({ text }) => ({ text }),
    send: async (body, idempotencyKey) => {
      if (isAnswer) await call(appealsApi.answer, { params, body, idempotencyKey })
      else await call(appealsApi.close, { params, body: { reason: body.text }, idempotencyKey })
    },
    onSuccess: () => invalidateAdmin(client),
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  return (
    <FormDialog
      onClose={onClose}
      title={isAnswer ? 'Write to the user' : 'Close without an outcome'}
      {...(isAnswer ? {} : { description: 'For an appeal that only insults, for example.' })}
      problem={failure && userMessage(failure, unknownFailure, { statuses: 'all' })}
      form={form}
      submitLabel={isAnswer ? 'Send' : 'Close appeal'}
      isPending={isPending}
      pendingLabel="Sending..."
    >
      <Field
        label={isAnswer ? 'Message' : 'Reason'}
        starred
        multiline
        hint="The user will see this."
        {...field('text')}
      />
    </FormDialog>
  )
}
