import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide'
import { useState } from 'react'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { formatFullDate, formatTimeAgo } from '../../../shared/web/time.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { sessionApi } from '../../session/contract.gen.ts'
import type { Device } from '../../session/contract.ts'
import { useAuth, useMe } from '../../session/web/auth.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import { Section } from './Section.tsx'

/** Lists signed-in devices and signs them out. */
export function DevicesSection() {
  const client = useQueryClient()
  const { logout } = useAuth()
  const devices = useQuery(query(sessionApi.devices))
  const everywhere = useMutation({
    mutationFn: () => call(sessionApi.signOutOthers),
    onSuccess: () => void toast.success('Signed out of your other devices'),
    onError: (error) => toast.failure(error, 'We couldn’t sign you out. Try again.'),
    onSettled: () => invalidate(client, sessionApi.devices),
  })
  const list = devices.data?.data ?? []
  return (
    <Section title="Signed-in devices" text="Don’t recognize one? Sign it out.">
      {devices.isPending && <Skeleton className="h-24" />}
      {devices.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-soft">
          We couldn’t load your devices. <Button onClick={() => void devices.refetch()}>Try Again</Button>
        </p>
      )}
      <ul className="divide-y divide-line">
        {list.map((device) => (
          <Row key={device.id} device={device} />
        ))}
      </ul>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3">
        <Button onClick={logout}>Logout</Button>
        {list.length > 1 && (
          <Button pendingLabel={everywhere.isPending && 'Signing out...'} onClick={() => everywhere.mutate()}>
            Sign out other devices
          </Button>
        )}
        {list.length > 1 && <p className="text-small text-soft">You’ll stay signed in here.</p>}
      </div>
      <HideOwn />
    </Section>
  )
}

/** Makes the user's anonymous items look like those of others on this device. Signing in again ends it. */
function HideOwn() {
  const { hides_own: isHidden } = useMe()
  const [isOpen, setIsOpen] = useState(false)
  const hide = useLockedMutation({
    mutationFn: () => call(sessionApi.hideOwn, { body: { hidden: true } }),
    onSuccess: () => location.reload(), // the page still holds what it showed as the user's own
  })
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className="font-medium">Your anonymous items</p>
      <p className="text-soft">
        {isHidden
          ? 'On this device, what you wrote anonymously looks like that of others. Sign in again to end this.'
          : 'Someone beside you can see which anonymous items are yours.'}
      </p>
      {!isHidden && (
        <Button onClick={() => setIsOpen(true)} className="mt-2">
          Hide what is mine on this device
        </Button>
      )}
      {isOpen && (
        <ConfirmDialog
          title="Hide what is mine?"
          question="What you wrote anonymously looks like that of others here, you can’t edit or delete it, and its notices are hidden. Sign in again to end this."
          confirmLabel="Hide what is mine"
          pendingLabel="Working..."
          onConfirm={() => hide.mutate()}
          onClose={() => setIsOpen(false)}
          isPending={hide.isPending}
          error={hide.isError ? userMessage(hide.error, unknownFailure, { statuses: 'all' }) : undefined}
        />
      )}
    </div>
  )
}

function Row({ device: { id, user_agent, is_current, created_at, last_seen_at } }: { device: Device }) {
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => call(sessionApi.signOutDevice, { params: { id } }),
    onSuccess: () => void toast.success('Signed out'),
    onError: (error) => toast.failure(error, 'We couldn’t sign you out. Try again.'),
    onSettled: () => invalidate(client, sessionApi.devices),
  })
  const icon = isHandheld(user_agent) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="centered size-10 shrink-0 rounded-full bg-sunken text-soft">
        <Icon icon={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{deviceName(user_agent)}</p>
        <p className="text-small text-soft" title={`Signed in ${formatFullDate(created_at)}`}>
          {is_current ? (
            <span className="font-medium text-brand">This device</span>
          ) : (
            `Last used ${formatTimeAgo(last_seen_at)}`
          )}
        </p>
      </div>
      {!is_current && (
        <Button
          variant="ghost"
          pendingLabel={signOut.isPending && 'Signing out...'}
          aria-label={`Sign out ${deviceName(user_agent)}`}
          onClick={() => signOut.mutate()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
