import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide'
import { useState } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { isNotFound, unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { formatFullDate, formatTimeAgo } from '../../../shared/web/time.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { fetchMe, useAuth } from '../../session/web/auth.tsx'
import { pushApi } from '../contract.gen.ts'
import type { Device } from '../contract.ts'
import { turnOffPush } from './device.ts'
import { nameDevice } from './labels.ts'
import OptInSheet from './OptInSheet.tsx'

/** The devices that receive pushes, with a test. Empty where the operator disabled push. */
export function PushDevices() {
  const client = useQueryClient()
  const devices = useQuery(query(pushApi.list))
  const [isAsking, setIsAsking] = useState(false)
  const test = useLockedMutation({ mutationFn: () => call(pushApi.test) })
  if (devices.isPending) return <Skeleton className="h-24" />
  if (devices.isError)
    return (
      <ErrorState
        bare
        text="We couldn’t load the devices that receive notifications."
        error={devices.error}
        onRetry={() => void devices.refetch()}
      />
    )
  const list = devices.data.data
  const isOnHere = list.some(({ is_current }) => is_current)
  return (
    <>
      {list.length === 0 && <p className="py-2 text-soft">No device receives notifications</p>}
      <ul className="divide-y divide-line">
        {list.map((device) => (
          <Row key={device.id} device={device} />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap gap-3">
        {!isOnHere && <Button onClick={() => setIsAsking(true)}>Turn on for this device</Button>}
        {list.length > 0 && (
          <Button pendingLabel={test.isPending && 'Sending...'} onClick={() => test.mutate()}>
            Send a test notification
          </Button>
        )}
      </div>
      <p role="status" className={`mt-2 ${test.isError ? 'font-medium text-danger' : 'text-soft'}`}>
        {test.isSuccess && 'Sent. If nothing appears within a minute, check the browser settings.'}
        {test.isError && userMessage(test.error, unknownFailure, { statuses: 'all' })}
      </p>
      {isAsking && (
        <OptInSheet
          onClose={() => {
            setIsAsking(false)
            void invalidate(client, pushApi.list)
          }}
        />
      )}
    </>
  )
}

function Row({ device: { id, host, is_current, created_at, last_ok_at } }: { device: Device }) {
  const client = useQueryClient()
  const { hold } = useAuth()
  const remove = useLockedMutation({
    mutationFn: () => call(pushApi.remove, { params: { id } }),
    async onSuccess() {
      if (is_current) await turnOffPush()
      toast.success('Device removed')
      hold(await fetchMe())
    },
    onError: (error) => {
      if (!isNotFound(error)) toast.failure(error, unknownFailure, { statuses: 'all' })
    },
    onSettled: () => invalidate(client, pushApi.list),
  })
  const name = nameDevice(host)
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="centered size-10 shrink-0 rounded-full bg-sunken text-soft">
        <Icon icon={BellRing} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name}</p>
        <p className="text-small text-soft" title={`Since ${formatFullDate(created_at)}`}>
          {is_current && <span className="font-medium text-brand">This device · </span>}
          {last_ok_at === null ? 'Nothing delivered yet' : `Last delivery ${formatTimeAgo(last_ok_at)}`}
        </p>
      </div>
      <Button
        variant="ghost"
        pendingLabel={remove.isPending && 'Removing...'}
        aria-label={`Remove ${name}`}
        onClick={() => remove.mutate()}
      >
        Remove
      </Button>
    </li>
  )
}
