import type { QueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { toggleOptimistically } from '../../../shared/web/optimistic-toggle.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { messageLimits, messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { patchReaction } from './conversation-cache.ts'

/** Offered without opening the picker. */
export const quickReactions = ['👍', '❤️', '😂', '😮', '😢', '🎉'] as const
/** What a double tap toggles. */
export const doubleTapReaction = '❤️'

/** What is predicted has no revision. */
type ReactionState = { readonly count: number; readonly mine: boolean; readonly revision?: number }

/** Adds the viewer's reaction, or withdraws it. Shown immediately. */
export function toggleReaction(client: QueryClient, message: Message, emoji: string): void {
  const { id, conversation_id, reactions, revision } = message
  const { count, mine } = reactions.find((reaction) => reaction.emoji === emoji) ?? { count: 0, mine: false }
  if (!mine && reactions.filter((reaction) => reaction.mine).length >= messageLimits.reactions)
    return void toast.error(`You can add up to ${messageLimits.reactions} reactions to a message`)
  toggleOptimistically<ReactionState, boolean>(
    {
      id: `react ${id} ${emoji}`,
      state: { count, mine, revision },
      wishOf: (state) => state.mine,
      predict: (state, wish) => ({ mine: wish, count: state.count + Number(wish) - Number(state.mine) }),
      show: (state) => patchReaction(client, { conversation_id, message_id: id, emoji, ...state }),
      async send(wish) {
        const params = { id, emoji }
        const { data } = await (wish ? call(messagesApi.react, { params }) : call(messagesApi.unreact, { params }))
        const after = data.reactions.find((reaction) => reaction.emoji === emoji)
        return { count: after?.count ?? 0, mine: after?.mine ?? false, revision: data.revision }
      },
      refetch: () => invalidate(client, messagesApi.list),
      onError: (error) => toast.failure(error, 'Failed to react', { statuses: 'all' }),
    },
    (isOn) => !isOn,
  )
}
