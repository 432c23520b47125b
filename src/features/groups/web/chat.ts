import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { call, invalidate } from '../../../shared/web/api.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { Group, groups } from '../contract.ts'

/** Opens the group's conversation. */
export function useChat({ id }: Pick<Group, 'id'>) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call<typeof groups.openConversation>('POST /api/groups/:id/conversation', { params: { id } }),
    onSuccess: ({ conversation_id }) => {
      void invalidate(client, '/conversations')
      void navigate(`/messages?conversation=${conversation_id}`)
    },
    onError: () => toast.error('We couldn’t open the group chat. Try again.'),
  })
}
