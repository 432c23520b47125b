import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, invalidate } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { conversationsApi } from '../../messages/conversation-contract.gen.ts'
import { groupsApi } from '../contract.gen.ts'
import type { Group } from '../contract.ts'

/** Opens the group's conversation. */
export function useChat({ id }: Pick<Group, 'id'>) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(groupsApi.openConversation, { params: { id } }),
    onSuccess: ({ conversation_id }) => {
      void invalidate(client, { below: conversationsApi.list })
      void navigate(`/messages?conversation=${conversation_id}`)
    },
    onError: (error) => toast.failure(error, 'We couldn’t open the group chat. Try again.'),
  })
}
