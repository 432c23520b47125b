import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '../../../shared/web/api.ts'
import { useLiveEvent, useStreamGap } from '../../../shared/web/live.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { friendsApi, peopleApi } from '../contract.gen.ts'

/** Shows a toast for new requests and acceptances, and reloads cached users. */
export function FriendEvents() {
  const client = useQueryClient()
  const renew = () => void invalidate(client, friendsApi, peopleApi)
  useLiveEvent('friend.request', ({ from }) => {
    toast.success(`${from.name} sent you a friend request`, 4000)
    renew()
  })
  useLiveEvent('friend.accepted', ({ by }) => {
    toast.success(`${by.name} accepted your friend request`, 4000)
    renew()
  })
  useStreamGap(renew)
  return null
}
