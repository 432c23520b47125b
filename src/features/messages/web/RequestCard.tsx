import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, invalidate } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { reportsApi } from '../../moderation/report-contract.gen.ts'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { messagesApi } from '../contract.gen.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation } from '../conversation-contract.ts'

const AskDialog = lazyPart(() => import('../../people/web/AskDialog.tsx'))

/** Who asks: the other user of a direct conversation, or the owner of one of several. */
const findSender = ({ kind, owner_id, participant_users }: Conversation, me: string) =>
  participant_users.find(({ id }) => (kind === 'direct' ? id !== me : id === owner_id))

/** A request to the viewer, or an invitation to a conversation of several, with the answers to it. */
export function RequestCard({ conversation }: { conversation: Conversation }) {
  const { id, kind, title, last_message } = conversation
  const me = useMe()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'block' | 'report'>()
  const close = () => setDialog(undefined)
  const reload = () => invalidate(client, { below: conversationsApi.list })
  const isDirect = kind === 'direct'
  const accept = useLockedMutation({
    mutationFn: () => call(conversationsApi.accept, { params: { id } }),
    onSuccess: () => navigate(`/messages/${id}`),
    onError: (error) => toast.failure(error, 'Failed to accept the request', { statuses: [409] }),
    onSettled: reload,
  })
  const decline = useLockedMutation({
    mutationFn: () => call(conversationsApi.decline, { params: { id } }),
    onSuccess: () => navigate('/messages?requests=true'),
    onError: (error) => toast.failure(error, 'Failed to delete the request', { statuses: [409] }),
    onSettled: reload,
  })
  const sender = findSender(conversation, me.id)
  const name = sender?.name ?? 'Someone'
  return (
    <article aria-label={`Request of ${name}`} className="rounded-card border border-line p-3.5">
      <header className="flex items-center gap-3">
        {sender && <Avatar person={sender} size={40} />}
        <p className="min-w-0 flex-1 wrap-anywhere">
          {sender ? (
            <Link to={`/profile/${sender.id}`} className="font-semibold hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}{' '}
          {isDirect ? 'would like to write to you' : `would like to add you to “${title}”`}
        </p>
      </header>
      {isDirect && last_message && (
        <p dir="auto" className="mt-2 whitespace-pre-line wrap-anywhere">
          {last_message.content}
        </p>
      )}
      <p className="mt-2 text-small text-soft">
        {isDirect ? 'They will not see that you have read this.' : 'You will see what is written after you join.'}
      </p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button variant="primary" pendingLabel={accept.isPending && 'One moment...'} onClick={() => accept.mutate()}>
          {isDirect ? 'Accept' : 'Join'}
        </Button>
        <Button pendingLabel={decline.isPending && 'One moment...'} onClick={() => decline.mutate()}>
          {isDirect ? 'Delete' : 'Decline'}
        </Button>
        <Button variant="ghost" onClick={() => setDialog('block')}>
          Block
        </Button>
        <Button variant="ghost" onClick={() => setDialog('report')}>
          Report
        </Button>
      </div>
      {dialog === 'block' && sender && (
        <Suspense>
          <AskDialog act="block" person={sender} onClose={close} />
        </Suspense>
      )}
      {dialog === 'report' && sender && (
        <LazyReportDialog
          what={isDirect ? 'message' : 'person'}
          id={isDirect ? (last_message?.id ?? sender.id) : sender.id}
          text={isDirect ? (last_message?.content ?? name) : name}
          report={(body) =>
            isDirect && last_message
              ? call(messagesApi.report, { params: { id: last_message.id }, body })
              : call(reportsApi.reportUser, { params: { id: sender.id }, body })
          }
          onClose={close}
        />
      )}
    </article>
  )
}

/** Whether the viewer was asked and has not answered. */
export const isAsked = ({ state, kind, last_message }: Conversation, me: string): boolean =>
  state === 'requested' && (kind !== 'direct' || (last_message !== null && last_message.sender_id !== me))
