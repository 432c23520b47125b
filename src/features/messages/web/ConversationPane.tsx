import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { useMe } from '../../session/web/auth.tsx'
import type { Conversation, Message } from '../contract.ts'
import { Composer } from './Composer.tsx'
import { useChatTitle } from './chat-title.ts'
import { useMessages } from './conversation-cache.ts'
import { MessageList } from './MessageList.tsx'
import { PaneHeader } from './PaneHeader.tsx'
import { useReadReceipts } from './read-receipts.ts'
import { useUnread } from './unread.ts'

type Props = {
  conversation: Conversation
  /** What a chat about a listing is about, which a higher feature provides. */
  ListingStrip: ComponentType<{ id: string }>
}

/** One conversation: header, messages and composer. Opening it focuses the field on a desktop, the name on a phone. */
export function ConversationPane({ conversation, ListingStrip }: Props) {
  const me = useMe()
  const isDesk = useIsDesktop()
  const [editing, setEditing] = useState<Message>()
  const { messages } = useMessages(conversation.id)
  const unread = useUnread()
  useChatTitle(conversation.title, unread)
  useReadReceipts(conversation, me.id)
  const arrival = useFocusOnMount<HTMLElement>()
  const field = useRef<HTMLTextAreaElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    arrival.current = isDesk && field.current ? field.current : heading.current
  }, [arrival, isDesk])
  const editLast = () => {
    const last = messages.findLast(({ sender_id, can }) => sender_id === me.id && can.edit)
    if (last) setEditing(last)
  }
  return (
    <section aria-label={conversation.title} className="flex min-w-0 flex-1 flex-col">
      <PaneHeader
        conversation={conversation}
        heading={heading}
        unreadElsewhere={unread - (conversation.muted ? 0 : conversation.unread_count)}
      />
      {conversation.marketplace_listing_id && <ListingStrip id={conversation.marketplace_listing_id} />}
      <MessageList conversation={conversation} onEdit={setEditing} />
      {conversation.can.send ? (
        <Composer
          key={editing?.id ?? ''}
          conversation={conversation}
          editing={editing}
          field={field}
          onEditLast={editLast}
          onEdited={() => {
            setEditing(undefined)
            requestAnimationFrame(() => field.current?.focus())
          }}
        />
      ) : (
        <p className="border-t border-line px-4 py-4 text-center text-soft">
          You can’t send messages in this conversation.
        </p>
      )}
    </section>
  )
}
