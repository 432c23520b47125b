import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { removeMessage } from './conversation-cache.ts'

/** Asks for confirmation before a message is deleted for all participants. */
export default function DeleteMessage({ message, onClose }: { message: Message; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(messagesApi.remove, { params: { id: message.id } }),
    onSuccess: () => {
      toast.success('Message deleted')
      onClose()
      removeMessage(client, { conversation_id: message.conversation_id, message_id: message.id })
    },
    onError: (error) => toast.failure(error, 'Failed to delete message'),
  })
  return (
    <ConfirmDialog
      title="Delete message"
      question="This deletes the message for everyone. You can’t undo this."
      confirmLabel="Delete message"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
