import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type LockScreenDetail, type PushKind, pushKinds } from '../../../shared/notification-kinds.ts'
import { call, query, queryKeyFor } from '../../../shared/web/api.ts'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { pushApi } from '../../push/contract.gen.ts'
import { PushDevices } from '../../push/web/PushDevices.tsx'
import type { Me } from '../../session/contract.ts'
import { useMe } from '../../session/web/auth.tsx'
import { notificationsApi } from '../contract.gen.ts'
import type { Choices } from '../contract.ts'
import { KindTable } from './KindTable.tsx'

const details: readonly (readonly [LockScreenDetail, string])[] = [
  ['everything', 'Everything'],
  ['sender', 'Sender'],
  ['nothing', 'Nothing'],
]

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const)
/** Initial quiet hours when they are turned on. */
const suggested = { from: 22, to: 7 }

type Change = {
  ways?: Partial<Choices['ways']>
  quiet?: Choices['quiet']
  push?: Partial<Choices['push']>
  lock_screen?: LockScreenDetail
}

/** Whether a kind can reach this user: some are for moderators only. */
function concerns(
  kind: PushKind,
  { role, is_custodian, grants }: Pick<Me, 'role' | 'is_custodian' | 'grants'>,
): boolean {
  if (kind === 'seal') return role !== 'student' || is_custodian
  if (kind === 'urgent_case') return role !== 'student' || grants.includes('cases')
  return (kind !== 'case_overdue' && kind !== 'notice') || role === 'site_admin'
}

/** Channels and pushes per kind, the lock screen, and quiet hours. Changes are saved immediately. */
export function NotificationChoices() {
  const client = useQueryClient()
  const me = useMe()
  const list = useQuery(query(notificationsApi.choices))
  // Fails where the operator disabled push.
  const { isSuccess: canPush, isPending: isKeyPending } = useQuery({ ...query(pushApi.key), retry: false })
  const save = useMutation({
    scope: { id: 'notification choices' }, // serialized, so that the last choice wins
    mutationFn: (change: Change) => call(notificationsApi.choose, { body: change }),
    onSuccess: (saved) => client.setQueryData(queryKeyFor(notificationsApi.choices), saved),
    onError: (error) => toast.failure(error, unknownFailure, { statuses: 'all' }),
  })
  if (list.isPending || isKeyPending) return <Skeleton className="h-64" />
  if (list.isError)
    return (
      <ErrorState
        text="We couldn’t load your notification settings."
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  const held = list.data.data as Choices
  const shown = pushKinds.filter((kind) => concerns(kind, me) && (kind !== 'message' || canPush))
  const quiet = save.isPending && save.variables.quiet !== undefined ? save.variables.quiet : held.quiet
  return (
    <>
      <KindTable
        kinds={shown}
        ways={{ ...held.ways, ...(save.isPending ? save.variables.ways : {}) }}
        push={canPush ? { ...held.push, ...(save.isPending ? save.variables.push : {}) } : undefined}
        onWay={(kind, way) => save.mutate({ ways: { [kind]: way } })}
        onPush={(kind, isWanted) => save.mutate({ push: { [kind]: isWanted } })}
      />
      {canPush && (
        <div className="mt-3 border-t border-line pt-3">
          <Select
            label="What the lock screen shows"
            value={(save.isPending && save.variables.lock_screen) || held.lock_screen}
            options={details}
            onChange={(lock_screen) => save.mutate({ lock_screen })}
            className="w-full sm:w-60"
          />
          <h3 className="mt-4 font-semibold">Devices</h3>
          <PushDevices />
        </div>
      )}
      <Checkbox
        label={canPush ? 'Pause emails and push during quiet hours' : 'Pause emails during quiet hours'}
        checked={quiet !== null}
        onChange={(next) => save.mutate({ quiet: next ? suggested : null })}
        className="mt-3"
      />
      {quiet && (
        <div className="mt-1 flex flex-wrap gap-3">
          {(['from', 'to'] as const).map((end) => (
            <Select
              key={end}
              label={end === 'from' ? 'From' : 'To'}
              value={String(quiet[end])}
              options={hours}
              onChange={(hour) => save.mutate({ quiet: { ...quiet, [end]: Number(hour) } })}
              className="w-32"
            />
          ))}
        </div>
      )}
    </>
  )
}
