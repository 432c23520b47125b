import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from '../../../shared/notification-kinds.ts'
import { call, query, queryKeyFor } from '../../../shared/web/api.ts'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { Checkbox } from '../../../shared/web/ui/Checkbox.tsx'
import { Select } from '../../../shared/web/ui/Select.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { notificationsApi } from '../contract.gen.ts'
import type { Choices } from '../contract.ts'

const labels: Record<NotificationChannel, string> = {
  off: 'Off',
  product: 'In the app only',
  digest: 'In the app and in a daily email',
  mail: 'In the app and by email right away',
}
const options = notificationChannels.map((way) => [way, labels[way]] as const)
const kinds = Object.entries(notificationKinds) as [NotificationKind, { label: string }][]

const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`] as const)
/** Initial quiet hours when they are turned on. */
const suggested = { from: 22, to: 7 }

type Change = { ways?: Partial<Choices['ways']>; quiet?: Choices['quiet'] }

/** Channels per kind and quiet hours. Changes are saved immediately. */
export function NotificationChoices() {
  const client = useQueryClient()
  const me = useMe()
  const list = useQuery(query(notificationsApi.choices))
  const save = useMutation({
    scope: { id: 'notification choices' }, // serialized, so that the last choice wins
    mutationFn: (change: Change) => call(notificationsApi.choose, { body: change }),
    onSuccess: (saved) => client.setQueryData(queryKeyFor(notificationsApi.choices), saved),
    onError: (error) => toast.failure(error, unknownFailure, { statuses: 'all' }),
  })
  if (list.isPending) return <Skeleton className="h-64" />
  if (list.isError)
    return (
      <ErrorState
        text="We couldn’t load your notification settings."
        error={list.error}
        onRetry={() => void list.refetch()}
      />
    )
  const held = list.data.data as Choices
  const opensSeals = me.role !== 'student' || me.is_custodian
  const shown = opensSeals ? kinds : kinds.filter(([kind]) => kind !== 'seal')
  const quiet = save.isPending && save.variables.quiet !== undefined ? save.variables.quiet : held.quiet
  return (
    <>
      <ul className="divide-y divide-line">
        {shown.map(([kind, { label }]) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span aria-hidden className="min-w-[min(10rem,100%)] flex-1">
              {label}
            </span>
            <Select
              labelHidden
              label={label}
              value={(save.isPending && save.variables.ways?.[kind]) || held.ways[kind]}
              options={options}
              onChange={(way) => save.mutate({ ways: { [kind]: way } })}
              className="w-full sm:w-60"
            />
          </li>
        ))}
      </ul>
      <Checkbox
        label="Pause emails during quiet hours"
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
