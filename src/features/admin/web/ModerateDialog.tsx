import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, call, invalidateAdmin } from '../../../shared/web/api.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import { useSubmit } from '../../../shared/web/submit.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { moderationApi } from '../../moderation/contract.gen.ts'
import { ActivityHistory } from '../../moderation/web/ActivityHistory.tsx'
import type { ActionType } from '../../moderation/web/labels.ts'
import type { Person } from '../contract.ts'

const actions = [
  ['warn', 'Warn'],
  ['suspend', 'Suspend'],
  ['ban', 'Ban'],
] as const
const failures = {
  warn: 'Failed to warn user. Please try again.',
  suspend: 'Failed to suspend user. Please try again.',
  ban: 'Failed to ban user. Please try again.',
}
const done = { warn: 'User warned', suspend: 'User suspended', ban: 'User banned' }
const maxReasonLength = 365

type Faults = { readonly reason?: string; readonly duration?: string }

/** Warns, suspends or bans a user of the list. */
export function ModerateDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const client = useQueryClient()
  const [type, setType] = useState<ActionType>('warn')
  const [days, setDays] = useState('7')
  const [reason, write] = useDraft(`moderate ${person.id}`)
  const [faults, setFaults] = useState<Faults>({})
  const act = useSubmit({
    form: `moderate ${person.id}`,
    drafts: [`moderate ${person.id}`],
    send: (keyFor) => {
      const params = { id: person.id }
      const body = type === 'suspend' ? { reason, duration: Number(days) } : { reason }
      const ask = { params, body, idempotencyKey: keyFor({ type, ...body }) }
      if (type === 'ban') return call(moderationApi.ban, ask)
      if (type === 'warn') return call(moderationApi.warn, ask)
      return call(moderationApi.suspend, {
        ...ask,
        body: { reason, duration: Number(days) },
      })
    },
    onSuccess: () => {
      toast.success(done[type], 4000)
      return invalidateAdmin(client)
    },
    onError: () => void invalidateAdmin(client),
    onDone: onClose,
  })
  const submit = () => {
    const length = Number(days)
    const isValid = Number.isInteger(length) && length > 0 && length <= maxReasonLength
    const found: Faults = {
      ...(reason.trim() ? {} : { reason: 'Please provide a reason for the moderation action' }),
      ...(type !== 'suspend' || isValid ? {} : { duration: 'Please specify a valid suspension duration' }),
    }
    setFaults(found)
    if (!found.reason && !found.duration) act.submit()
  }
  const refused = act.error instanceof ApiError && act.error.status === 403 ? ` ${act.error.message}` : ''

  return (
    <Dialog
      open
      onClose={onClose}
      title="Moderate User"
      description={`${person.name} · ${person.email}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant={type === 'ban' ? 'danger' : 'primary'}
            pendingLabel={act.isPending && 'Working...'}
            onClick={submit}
          >
            {actions.find(([value]) => value === type)?.[1]} {person.name.split(' ')[0]}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label="Action" value={type} options={actions} onChange={setType} />
        {type === 'suspend' && (
          <Field
            label="Duration (days)"
            type="number"
            min={1}
            max={maxReasonLength}
            inputMode="numeric"
            value={days}
            onChange={setDays}
            error={faults.duration}
          />
        )}
      </div>
      <Field
        label="Reason"
        multiline
        required
        value={reason}
        onChange={write}
        maxLength={2000}
        hint="The user will see this."
        error={faults.reason}
        className="mt-4"
      />
      <ActivityHistory userId={person.id} />
      {act.isError && (
        <p role="alert" className="mt-3 font-medium text-danger">
          {failures[type]}
          {refused}
        </p>
      )}
    </Dialog>
  )
}
