import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { failAttempt, finishAttempts, idempotencyKeyFor } from '../../../shared/web/idempotency-key.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { messagesApi } from '../contract.gen.ts'
import type { ShareReference } from '../share-contract.ts'
import { addMessage } from './conversation-cache.ts'
import { useConversations } from './conversation-queries.ts'
import { Faces } from './Faces.tsx'
import ShareCard from './ShareCard.tsx'

/** Chooses the conversation to which an item is sent. */
export default function ShareDialog({ share, onClose }: { share: ShareReference; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const me = useMe()
  const list = useConversations()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<string>()
  const form = `share ${share.kind} ${share.id}`
  const send = useLockedMutation({
    mutationFn: (id: string) => {
      const body = { share }
      return call(messagesApi.send, { params: { id }, body, idempotencyKey: idempotencyKeyFor(form, { share, id }) })
    },
    onSuccess: ({ data }) => {
      finishAttempts(form)
      addMessage(client, data, false)
      navigate(`/messages/${data.conversation_id}`, { replace: true })
    },
    onError: (error) => {
      failAttempt(form, error)
      toast.failure(error, 'Failed to send message', { statuses: 'all' })
    },
  })
  const wanted = search.trim().toLocaleLowerCase()
  const shown = list.conversations.filter(({ title, can }) => can.send && title.toLocaleLowerCase().includes(wanted))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Send in a message"
      actions={
        <Button
          variant="primary"
          disabled={chosen === undefined}
          pendingLabel={send.isPending && 'Sending...'}
          onClick={() => chosen !== undefined && send.mutate(chosen)}
        >
          Send
        </Button>
      }
    >
      <div className="w-fit max-w-full rounded-control bg-sunken">
        <ShareCard share={share} />
      </div>
      <input
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        aria-label="Search conversations"
        placeholder="Search conversations"
        className="mt-3 min-h-11 w-full rounded-control bg-sunken px-3.5 py-2"
      />
      {list.isPending && <Skeleton className="mt-2 h-40" />}
      {list.isError && (
        <ErrorState bare text="Failed to load conversations" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && shown.length === 0 && <p className="py-4 text-soft">No conversations match</p>}
      <ul aria-label="Conversations" className="mt-2 max-h-60 overflow-y-auto overscroll-contain">
        {shown.map((conversation) => (
          <li key={conversation.id}>
            <button
              type="button"
              aria-pressed={conversation.id === chosen}
              onClick={() => setChosen(conversation.id)}
              className="flex min-h-14 w-full items-center gap-3 rounded-control px-2.5 py-1.5 text-left font-semibold hover:bg-sunken aria-pressed:bg-brand-soft"
            >
              <Faces conversation={conversation} me={me.id} />
              <span className="min-w-0 flex-1 truncate">{conversation.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
