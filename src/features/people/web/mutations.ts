import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { friends } from '../contract.ts'

const to = (id: string) => ({ params: { id } })

/** The friend actions with their calls and messages. */
const acts = {
  request: {
    send: (id: string) => call<typeof friends.request>('POST /api/friends/request/:id', to(id)),
    done: 'Friend request sent!',
    failed: 'Failed to send friend request',
  },
  cancel: {
    send: (id: string) => call<typeof friends.cancel>('DELETE /api/friends/request/:id', to(id)),
    done: 'Friend request cancelled',
    failed: 'Failed to cancel friend request',
  },
  accept: {
    send: (id: string) => call<typeof friends.accept>('POST /api/friends/accept/:id', to(id)),
    done: 'Friend request accepted',
    failed: 'Failed to accept friend request',
  },
  decline: {
    send: (id: string) => call<typeof friends.decline>('POST /api/friends/decline/:id', to(id)),
    done: 'Friend request declined',
    failed: 'Failed to decline friend request',
  },
  remove: {
    send: (id: string) => call<typeof friends.remove>('DELETE /api/friends/:id', to(id)),
    done: 'Friend removed',
    failed: 'Failed to remove friend',
  },
  block: {
    send: (id: string) => call<typeof friends.block>('POST /api/friends/block/:id', to(id)),
    done: 'User blocked',
    failed: 'Failed to block user',
  },
  unblock: {
    send: (id: string) => call<typeof friends.unblock>('DELETE /api/friends/block/:id', to(id)),
    done: 'User unblocked',
    failed: 'Failed to unblock user',
  },
} as const

export type FriendAction = keyof typeof acts

/** Actions with an exact inverse, offered as undo. The other ones ask for confirmation first or cannot be undone. */
const undoing: { readonly [A in FriendAction]?: FriendAction } = {
  request: 'cancel',
  cancel: 'request',
  unblock: 'block',
}

/** Other queries whose visible users change with a block. */
const elsewhere = ['/api/posts', '/activity', '/events', '/conversations']

/** Runs a friend action on a user, shows the result, and reloads what has changed. */
export function useFriendAct(id: string) {
  const client = useQueryClient()
  const options: UseMutationOptions<string | undefined, Error, FriendAction> = {
    mutationFn: async (act) => {
      if (act !== 'request') await acts[act].send(id)
      else if ((await acts.request.send(id)).data.status === 'friends') return undefined // the other user had sent a request too
      return acts[act].done
    },
    onSuccess: (said, act) => {
      const back = undoing[act]
      if (said && back)
        toast.undo(said, () => undo.mutate(back)) // also while lists are still loading
      else toast.success(said ?? 'You’re now friends')
    },
    onError: (_error, act) => void toast.error(acts[act].failed),
    onSettled: (_said, _error, act) => {
      const paths = ['/api/friends', '/users/search', '/api/users', ...(act.endsWith('block') ? elsewhere : [])]
      return Promise.all(paths.map((path) => invalidate(client, path)))
    },
  }
  const undo = useMutation(options)
  return useLockedMutation(options)
}
