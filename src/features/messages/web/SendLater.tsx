import { useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { messagesApi } from '../contract.gen.ts'
import { scheduledMessagesApi } from '../later-contract.gen.ts'
import { LaterDialog } from './LaterDialog.tsx'
import { formatLaterTime } from './later-times.ts'
import type { ReplyTarget } from './pending-messages.ts'

type Props = {
  conversation: string
  content: string
  replyTo: ReplyTarget | undefined
  onScheduled: () => void
  onClose: () => void
}

/** Chooses when a message is sent. */
export default function SendLater({ conversation: id, content, replyTo, onScheduled, onClose }: Props) {
  const client = useQueryClient()
  const schedule = useLockedMutation({
    mutationFn: (send_at: number) =>
      call(messagesApi.send, {
        params: { id },
        body: { content, send_at, ...(replyTo ? { reply_to: replyTo.id } : {}) },
      }),
    onSuccess: (_, at) => {
      void toast.success(`Will be sent ${formatLaterTime(at)}`)
      void invalidate(client, scheduledMessagesApi.list)
      onScheduled()
      onClose()
    },
    onError: (error) => toast.failure(error, 'Failed to schedule message', { statuses: 'all' }),
  })
  return (
    <LaterDialog
      title="Send later"
      submitLabel="Schedule"
      pendingLabel="Scheduling..."
      isPending={schedule.isPending}
      onSubmit={(at) => schedule.mutate(at)}
      onClose={onClose}
    >
      <p dir="auto" className="line-clamp-3 rounded-control bg-sunken px-3.5 py-2.5 wrap-anywhere whitespace-pre-line">
        {content}
      </p>
    </LaterDialog>
  )
}
