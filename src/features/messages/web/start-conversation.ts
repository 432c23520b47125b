import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { findErrorData } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation, conversations } from '../conversation-contract.ts'
import { cacheConversation } from './conversation-queries.ts'

export type StartConversation = ReturnType<typeof useStartConversation>

/** Creates a conversation and navigates to it; an existing one is opened. */
export function useStartConversation(onStarted: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useLockedMutation({
    mutationFn: ({ people, title }: { people: readonly string[]; title?: string }) => startOrOpen(people, title),
    onSuccess: ({ data, isNew }) => {
      cacheConversation(client, data)
      if (isNew) toast.success('Conversation started')
      navigate(`/messages/${data.id}`)
      onStarted()
    },
    onError: (error) => toast.failure(error, 'Failed to start conversation'),
  })
}

/** Returns the conversation with these users. A 409 contains the existing one. Throws ApiError otherwise. */
export async function startOrOpen(
  people: readonly string[],
  title?: string,
): Promise<{ data: Conversation; isNew: boolean }> {
  try {
    const { data } = await call(conversationsApi.create, {
      body: { participants: [...people], ...(title ? { title } : {}) },
    })
    return { data, isNew: true }
  } catch (error) {
    const existing = findErrorData<typeof conversations.create, 409>(error, 409)
    if (existing?.data) return { data: existing.data, isNew: false }
    throw error
  }
}
