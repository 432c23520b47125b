import { useEffect, useState } from 'react'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { chooseKeptOffline, useKeptOffline } from '../../../shared/web/offline-choice.ts'
import { deleteKept, measureKept } from '../../../shared/web/offline-store.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Switch } from '../../../shared/web/ui/Switch.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { Section } from './Section.tsx'

const measureIntervalMs = 2000
const megabyte = 1024 ** 2

const formatSize = (bytes: number) =>
  bytes < megabyte ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / megabyte).toFixed(1)} MB`

/** What this device keeps for reading without a connection. */
export function OnThisDeviceSection() {
  const { is_shared: isShared } = useMe()
  return (
    <Section
      title="On this device"
      id="on-this-device"
      text={
        isShared
          ? 'You said that others use this computer too, so it keeps nothing of yours.'
          : 'Read your feed, messages and the events of the next 30 days without a connection. Never kept: confessions, anonymous posts and searches. Everything is deleted when you log out, and after seven days without a connection.'
      }
    >
      {!isShared && <Choice />}
    </Section>
  )
}

function Choice() {
  const { id } = useMe()
  const isKept = useKeptOffline()
  const size = useKeptSize(id, isKept)
  const remove = useLockedMutation({
    networkMode: 'always',
    mutationFn: async () => {
      chooseKeptOffline(false)
      await deleteKept(id)
    },
    onSuccess: () => void toast.success('Deleted from this device'),
    onError: () => void toast.error('We couldn’t delete everything. Close other tabs and try again.'),
  })
  const change = (next: boolean) => {
    if (!next) return remove.mutate()
    chooseKeptOffline(true)
    void navigator.storage?.persist?.() // asks the browser not to delete it when the disk is full
  }
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span aria-hidden className="font-medium">
          Keep on this device
        </span>
        <Switch label="Keep on this device" checked={isKept} onChange={change} />
      </div>
      {isKept && (
        <div className="mt-1 flex min-h-11 flex-wrap items-center justify-between gap-3">
          {size === undefined ? (
            <Skeleton className="h-5 w-28" />
          ) : (
            <p className="text-soft">
              {size === 'failed' ? 'We couldn’t measure the size.' : `${formatSize(size)} used`}
            </p>
          )}
          <Button pendingLabel={remove.isPending && 'Deleting...'} onClick={() => remove.mutate()}>
            Delete now
          </Button>
        </div>
      )}
    </>
  )
}

/** Grows while content is being stored. */
function useKeptSize(userId: string, isKept: boolean): number | 'failed' | undefined {
  const [size, setSize] = useState<number | 'failed'>()
  useEffect(() => {
    if (!isKept) return setSize(undefined)
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = async () => {
      const kept = await measureKept(userId).catch(() => undefined)
      if (isOver) return
      setSize(kept?.bytes ?? 'failed')
      if (kept?.isComplete === false) timer = setTimeout(() => void measure(), measureIntervalMs)
    }
    void measure()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [userId, isKept])
  return size
}
