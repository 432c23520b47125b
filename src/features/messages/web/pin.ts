import { type QueryClient, useQuery } from '@tanstack/react-query'
import { call, invalidate, query } from '../../../shared/web/api.ts'
import { toggleOptimistically } from '../../../shared/web/optimistic-toggle.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Message } from '../contract.ts'
import { pinsApi } from '../pin-contract.gen.ts'
import { patchPinned } from './conversation-cache.ts'

/** The pinned messages of a conversation, last pinned first. */
export const usePins = (id: string) => useQuery(query(pinsApi.list, { params: { id } }))

/** What is predicted has no revision. */
type PinState = { readonly pinned: boolean; readonly revision?: number }

/** Pins a message, or unpins it. Shown immediately. */
export function togglePin(client: QueryClient, { id, conversation_id, pinned, revision }: Message): void {
  toggleOptimistically<PinState, boolean>(
    {
      id: `pin ${id}`,
      state: { pinned, revision },
      wishOf: (state) => state.pinned,
      predict: (_, wish) => ({ pinned: wish }),
      show: (state) => patchPinned(client, { conversation_id, message_id: id, ...state }),
      async send(wish) {
        const params = { id }
        const { data } = await (wish ? call(pinsApi.add, { params }) : call(pinsApi.remove, { params }))
        void toast.success(wish ? 'Message pinned' : 'Message unpinned', undefined, `pin ${id}`)
        return { pinned: wish, revision: data.revision }
      },
      refetch: () => invalidate(client, pinsApi.list),
      onSettled: () => void invalidate(client, pinsApi.list),
      onError: (error) => toast.failure(error, 'Failed to pin the message', { statuses: 'all', action: `pin ${id}` }),
    },
    (isPinned) => !isPinned,
  )
}
