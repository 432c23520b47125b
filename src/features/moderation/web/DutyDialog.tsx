import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide'
import { useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { Field } from '../../../shared/web/ui/Field.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { dutyApi, emergencyLimits } from '../duty-contract.gen.ts'
import type { EmergencyNumber } from '../duty-contract.ts'

const hours = ['1', '2', '4', '8', '12', '24'].map((count) => [count, plural(Number(count), 'hour')] as const)

/** The moderators who are notified of a danger immediately, and the numbers for its reporters. */
export default function DutyDialog({ hasNumbers, onClose }: { hasNumbers: boolean; onClose: () => void }) {
  const found = useQuery(query(dutyApi.show))
  const data = found.data?.data
  return (
    <Dialog
      open
      onClose={onClose}
      title={hasNumbers ? 'Duty and emergency numbers' : 'Duty'}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {found.isPending && <Skeleton className="h-40" />}
      {found.isError && (
        <ErrorState bare text="We couldn’t load this." error={found.error} onRetry={() => void found.refetch()} />
      )}
      {data && (
        <>
          <OnDuty until={data.until} others={data.others} />
          {hasNumbers && <Numbers stored={data.numbers} />}
        </>
      )}
    </Dialog>
  )
}

function OnDuty({ until, others }: { until: number | null; others: readonly string[] }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState('8')
  const change = useMutation({
    mutationFn: (count: number | null) =>
      call(dutyApi.set, { body: { until: count && Math.floor(Date.now() / 1000) + count * 3600 } }),
    onSettled: () => invalidate(client, dutyApi),
  })
  const time =
    until && new Date(until * 1000).toLocaleString('en', { weekday: 'short', hour: 'numeric', minute: '2-digit' })
  return (
    <section aria-label="Duty">
      <h3 className="text-card">{time ? `On duty until ${time}` : 'You are not on duty'}</h3>
      <p className="mt-1 text-soft">
        Moderators on duty are notified of a danger immediately, also in their quiet hours. Without any, all
        administrators are.
      </p>
      <p className="mt-1 text-soft">
        {others.length > 0 ? `Also on duty: ${others.join(', ')}.` : 'No one else is on duty.'}
      </p>
      {change.isError && <Banner text={userMessage(change.error, 'Failed to change your duty')} />}
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <Select label="For" options={hours} value={chosen} onChange={setChosen} />
        <Button
          variant="primary"
          pendingLabel={change.isPending && 'Saving...'}
          onClick={() => change.mutate(Number(chosen))}
        >
          {until ? 'Extend from now' : 'Start duty'}
        </Button>
        {until !== null && <Button onClick={() => change.mutate(null)}>End duty</Button>}
      </div>
    </section>
  )
}

type Row = EmergencyNumber & { readonly key: number }

function Numbers({ stored }: { stored: readonly EmergencyNumber[] }) {
  const client = useQueryClient()
  const [rows, setRows] = useState<readonly Row[]>(() => stored.map((row, key) => ({ ...row, key })))
  const save = useMutation({
    mutationFn: () =>
      call(dutyApi.setNumbers, { body: { numbers: rows.map(({ name, number }) => ({ name, number })) } }),
    onSuccess: () => toast.success('Emergency numbers saved'),
    onSettled: () => invalidate(client, dutyApi),
  })
  const change = (key: number, to: Partial<EmergencyNumber>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...to } : row)))
  return (
    <form
      aria-label="Emergency numbers"
      className="mt-6"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <h3 className="text-card">Emergency numbers</h3>
      <p className="mt-1 text-soft">Reporters of a danger see the first one.</p>
      {save.isError && <Banner text={userMessage(save.error, 'Failed to save the numbers', { statuses: [400] })} />}
      <ul className="mt-2 space-y-3">
        {rows.map(({ key, name, number }, index) => (
          <li key={key} className="flex items-end gap-2">
            <Field
              label="Name"
              aria-label={`Name ${index + 1}`}
              required
              maxLength={emergencyLimits.name}
              value={name}
              onChange={(next) => change(key, { name: next })}
              className="min-w-0 flex-1"
            />
            <Field
              label="Number"
              aria-label={`Number ${index + 1}`}
              type="tel"
              required
              maxLength={emergencyLimits.number}
              value={number}
              onChange={(next) => change(key, { number: next })}
              className="min-w-0 flex-1"
            />
            <IconButton
              label={`Remove ${name || `number ${index + 1}`}`}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              <Icon icon={X} size={18} />
            </IconButton>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p className="text-soft">No numbers yet. Reporters read: call the emergency services.</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {rows.length < emergencyLimits.numbers && (
          <Button
            onClick={() =>
              setRows([...rows, { name: '', number: '', key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 }])
            }
          >
            <Icon icon={Plus} size={18} />
            Add a number
          </Button>
        )}
        <Button variant="primary" type="submit" pendingLabel={save.isPending && 'Saving...'}>
          Save numbers
        </Button>
      </div>
    </form>
  )
}
