import { type ComponentType, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { useMe } from '../../session/web/auth.tsx'
import { messageLimits } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import type { Conversation } from '../conversation-contract.ts'
import { Composer } from './Composer.tsx'
import { useChatTitle } from './chat-title.ts'
import { useMessages } from './conversation-queries.ts'
import { useLatestMessages } from './latest-messages.ts'
import { MessageList } from './MessageList.tsx'
import { toExcerpt } from './message-states.ts'
import { PaneHeader } from './PaneHeader.tsx'
import type { ReplyTarget } from './pending-messages.ts'
import { isAsked, RequestCard } from './RequestCard.tsx'
import { useReadReceipts } from './read-receipts.ts'
import { useUnread } from './unread.ts'

const ConversationSearch = lazyPart(() => import('./ConversationSearch.tsx'))

type Props = {
  conversation: Conversation
  /** Id of the message to show. Absent: the latest ones. */
  target: string | undefined
  onTarget: (id: string | undefined) => void
  /** What a chat about a listing is about, which a higher feature provides. */
  ListingStrip: ComponentType<{ id: string; conversationId: string; participants: readonly string[] }>
}

/** More unread messages than this may begin before the latest page. */
const maxUnreadAtEnd = 40

/** One conversation: header, messages and composer. Opening it focuses the field on a desktop, the name on a phone. */
export function ConversationPane({ conversation, target, onTarget, ListingStrip }: Props) {
  const me = useMe()
  const isDesk = useIsDesktop()
  const [editing, setEditing] = useState<Message>()
  const [isSearching, setIsSearching] = useState(false)
  const [replyTo, setReplyTo] = useState<ReplyTarget>()
  const { messages } = useMessages(conversation.id)
  useLatestMessages(conversation.id)
  // As it was opened: reading changes both immediately.
  const [{ unread_count, participant_users }] = useState(conversation)
  const readUpTo = unread_count > 0 ? participant_users.find(({ id }) => id === me.id)?.read_seq : undefined
  const [isAtUnread, setIsAtUnread] = useState(unread_count > 0)
  const isFar = isAtUnread && unread_count > maxUnreadAtEnd && readUpTo !== undefined
  const around = target ?? (isFar ? Math.max(readUpTo, 1) : undefined)
  const unread = useUnread()
  useChatTitle(conversation.title, unread)
  useReadReceipts(conversation, me.id)
  const arrival = useFocusOnMount<HTMLElement>()
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    arrival.current = isDesk && field.current ? field.current : heading.current
  }, [arrival, isDesk])
  const wasEditing = useRef(false)
  useLayoutEffect(() => {
    // The field of the edit is gone with its focus, unless the user has moved the focus meanwhile.
    if (wasEditing.current && !editing && document.activeElement === document.body) field.current?.focus()
    wasEditing.current = editing !== undefined
  }, [editing])
  const editLast = () => {
    const last = messages.findLast(({ sender_id, can }) => sender_id === me.id && can.edit)
    if (last) setEditing(last)
  }
  const show = (id: string | undefined) => {
    setIsAtUnread(false)
    onTarget(id)
  }
  const focusField = () => requestAnimationFrame(() => field.current?.focus())
  const reply = (message: Message) => {
    setEditing(undefined)
    const sender_name = message.sender_id === me.id ? 'yourself' : message.sender.name
    setReplyTo({ id: message.id, sender_name, excerpt: toExcerpt(message) })
    focusField()
  }
  return (
    <div className="flex min-w-0 flex-1">
      <section aria-label={conversation.title} className="flex min-w-0 flex-1 flex-col">
        <PaneHeader
          conversation={conversation}
          heading={heading}
          onFind={show}
          onSearch={() => setIsSearching(true)}
          unreadElsewhere={unread - (conversation.muted ? 0 : conversation.unread_count)}
        />
        {isAsked(conversation, me.id) && (
          <div className="min-h-0 flex-1 overflow-y-auto p-4">
            <RequestCard conversation={conversation} />
          </div>
        )}
        {conversation.marketplace_listing_id && (
          <ListingStrip
            id={conversation.marketplace_listing_id}
            conversationId={conversation.id}
            participants={conversation.participants}
          />
        )}
        {!isAsked(conversation, me.id) && (
          <MessageList
            key={`around ${around ?? 'the latest'}`}
            conversation={conversation}
            around={around}
            readUpTo={readUpTo}
            isAtUnread={isAtUnread}
            onJump={show}
            onReply={reply}
            onEdit={setEditing}
          />
        )}
        {conversation.state === 'requested' && conversation.can.send && !isAsked(conversation, me.id) && (
          <p className="border-t border-line px-4 py-2 text-center text-small text-soft">
            Your first message asks them to accept. It can have up to {messageLimits.request} characters.
          </p>
        )}
        {isAsked(conversation, me.id) ? null : conversation.can.send ? (
          <Composer
            key={editing?.id ?? ''}
            conversation={conversation}
            editing={editing}
            field={field}
            replyTo={replyTo}
            onEditLast={editLast}
            onEdited={() => setEditing(undefined)}
            onSent={() => {
              setReplyTo(undefined)
              if (around !== undefined) show(undefined)
            }}
            onCancelReply={() => setReplyTo(undefined)}
          />
        ) : (
          <p className="border-t border-line px-4 py-4 text-center text-soft">
            {conversation.state === 'requested'
              ? 'Sent. You can write again when they have accepted your request.'
              : 'You can’t send messages in this conversation.'}
          </p>
        )}
      </section>
      {isSearching && (
        <Suspense>
          <ConversationSearch
            conversation={conversation}
            onFind={show}
            onClose={() => {
              setIsSearching(false)
              if (isDesk) focusField()
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
