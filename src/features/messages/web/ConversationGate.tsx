import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link, Navigate } from 'react-router'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { MailIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { BubbleSkeletons } from './BubbleSkeletons.tsx'
import { ConversationPane } from './ConversationPane.tsx'
import { cacheConversation, useConversation } from './conversation-queries.ts'
import { startOrOpen } from './start-conversation.ts'

type Props = Omit<ComponentProps<typeof ConversationPane>, 'conversation'>

/**
 * The conversation of a URL. An unknown id is taken for a user id, and the direct conversation with that user is
 * opened.
 */
export function ConversationGate({ id, ...pane }: Props & { id: string }) {
  const shown = useConversation(id)
  if (shown.isSuccess) return <ConversationPane conversation={shown.data.data} {...pane} />
  if (shown.isPending) return <PaneSkeleton />
  if (isNotFound(shown.error)) return <WithPerson id={id} />
  return (
    <div className="flex flex-1 flex-col justify-center">
      <ErrorState bare text="Failed to load messages" error={shown.error} onRetry={() => void shown.refetch()} />
    </div>
  )
}

function WithPerson({ id }: { id: string }) {
  const client = useQueryClient()
  const opened = useQuery({
    queryKey: ['conversation with', id],
    queryFn: async () => {
      const { data, isNew } = await startOrOpen([id])
      cacheConversation(client, data)
      if (isNew) toast.success('Conversation started')
      return data.id
    },
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  if (opened.isSuccess) return <Navigate to={`/messages/${opened.data}`} replace />
  if (opened.isPending) return <PaneSkeleton />
  return (
    <div role="alert" className="centered flex-1 flex-col gap-4 px-6 text-center">
      <MailIllustration />
      <h2 className="text-card">Conversation not found</h2>
      <Link to="/messages" className={buttonClassName('secondary')}>
        Back to messages
      </Link>
    </div>
  )
}

function PaneSkeleton() {
  return (
    <div role="status" aria-label="Loading conversation" className="flex min-w-0 flex-1 flex-col">
      <div className="flex min-h-14 items-center gap-3 border-b border-line bg-surface px-4">
        <Skeleton className="size-9 rounded-full" />
        <Skeleton className="h-5 w-40" />
      </div>
      <div className="mt-auto px-3 py-3 desk:px-4">
        <BubbleSkeletons />
      </div>
      <div className="border-t border-line bg-surface px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] desk:pb-2">
        <Skeleton className="h-11" />
      </div>
    </div>
  )
}
