import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, invalidate, invalidateAll } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { friendsApi, peopleApi } from '../contract.gen.ts'

const to = (id: string) => ({ params: { id } })

/** The friend actions with their calls and messages. */
const acts = {
  request: {
    send: (id: string) => call(friendsApi.request, to(id)),
    done: 'Friend request sent!',
    failed: 'Failed to send friend request',
  },
  cancel: {
    send: (id: string) => call(friendsApi.cancel, to(id)),
    done: 'Friend request cancelled',
    failed: 'Failed to cancel friend request',
  },
  accept: {
    send: (id: string) => call(friendsApi.accept, to(id)),
    done: 'Friend request accepted',
    failed: 'Failed to accept friend request',
  },
  decline: {
    send: (id: string) => call(friendsApi.decline, to(id)),
    done: 'Friend request declined',
    failed: 'Failed to decline friend request',
  },
  remove: {
    send: (id: string) => call(friendsApi.remove, to(id)),
    done: 'Friend removed',
    failed: 'Failed to remove friend',
  },
  block: {
    send: (id: string) => call(friendsApi.block, to(id)),
    done: 'User blocked',
    failed: 'Failed to block user',
  },
  unblock: {
    send: (id: string) => call(friendsApi.unblock, to(id)),
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
    onError: (error, act) => toast.failure(error, acts[act].failed),
    onSettled: (_said, _error, act) =>
      act.endsWith('block') ? invalidateAll(client) : invalidate(client, friendsApi, peopleApi), // a block hides content
  }
  const undo = useMutation(options)
  return useLockedMutation(options)
}
