import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useContractForm } from '../../../shared/web/data/contract-form.ts'
import { isForbidden, userMessage } from '../../../shared/web/data/errors.ts'
import { toOptions } from '../../../shared/web/options.ts'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { FormDialog } from '../../../shared/web/ui/FormDialog.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { moderationApi } from '../../moderation/contract.gen.ts'
import { missingFacts, moderation, moderationLimits } from '../../moderation/contract.ts'
import { ActivityHistory } from '../../moderation/web/ActivityHistory.tsx'
import { type ActionType, actionLabels, sanctionTitles } from '../../moderation/web/labels.ts'
import { StatementFields } from '../../moderation/web/StatementFields.tsx'
import { StatementPreview } from '../../moderation/web/StatementPreview.tsx'
import { endAfter } from '../../moderation/web/use-action.ts'
import type { Person } from '../contract.ts'

const actions = toOptions<ActionType>(actionLabels)
const failures = {
  warn: 'Failed to warn user. Please try again.',
  suspend: 'Failed to suspend user. Please try again.',
  ban: 'Failed to ban user. Please try again.',
}
// The type is part of the body, so that another action with the same reason has another Idempotency-Key.
const { type: typeShape } = moderation.act.body.shape
const WarningOrBan = moderation.warn.body.extend({ type: typeShape })
const Suspension = moderation.suspend.body.extend({ type: typeShape })
const done = { warn: 'User warned', suspend: 'User suspended', ban: 'User banned' }

/** Warns, suspends or bans a user of the list. */
export function ModerateDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const client = useQueryClient()
  const [type, setType] = useState<ActionType>('warn')
  const { form, field, choice, values, error, isError, isPending } = useContractForm({
    name: `moderate ${person.id}`,
    initial: () => ({ reason: '', duration: '7', rule: '', facts: '' }),
    schema: type === 'suspend' ? Suspension : WarningOrBan,
    toBody: ({ reason, duration, rule, facts }) => ({
      type,
      reason,
      ...(type === 'suspend' ? { duration: Number(duration) } : {}),
      ...(rule ? { rule_id: rule } : {}),
      ...(facts.trim() ? { facts } : {}),
    }),
    check: ({ facts }): { facts?: string } => (facts.trim() ? {} : { facts: missingFacts }),
    send(body, idempotencyKey) {
      const ask = { params: { id: person.id }, idempotencyKey }
      const { reason, rule_id, facts } = body
      const statement = { reason, rule_id, facts }
      if ('duration' in body && typeof body.duration === 'number')
        return call(moderationApi.suspend, { ...ask, body: { ...statement, duration: body.duration } })
      return body.type === 'ban'
        ? call(moderationApi.ban, { ...ask, body: statement })
        : call(moderationApi.warn, { ...ask, body: statement })
    },
    onSuccess: () => {
      toast.success(done[type], 4000)
      return invalidateAdmin(client)
    },
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  const refused = isForbidden(error) ? ` ${userMessage(error, '', { statuses: [403] })}` : ''

  return (
    <FormDialog
      onClose={onClose}
      title="Moderate User"
      problem={isError && `${failures[type]}${refused}`}
      description={`${person.name} · ${person.email}`}
      form={form}
      submitLabel={`${actionLabels[type]} ${person.name.split(' ')[0]}`}
      variant={type === 'ban' ? 'danger' : 'primary'}
      isPending={isPending}
      pendingLabel="Working..."
      preview={
        <StatementPreview
          school={person.school_id}
          title={sanctionTitles[type]}
          rule={values.rule}
          facts={values.facts}
          end={type === 'suspend' ? endAfter(values.duration) : undefined}
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Action" value={type} options={actions} onChange={setType} />
        {type === 'suspend' && (
          <Field
            label="Duration (days)"
            type="number"
            min={1}
            max={moderationLimits.days}
            inputMode="numeric"
            {...field('duration')}
          />
        )}
      </div>
      <Field label="Reason" starred multiline hint="The user will see this." className="mt-4" {...field('reason')} />
      <StatementFields school={person.school_id} rule={choice('rule')} facts={field('facts')} />
      <ActivityHistory userId={person.id} />
    </FormDialog>
  )
}
