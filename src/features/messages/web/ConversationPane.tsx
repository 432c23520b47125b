import { useState } from 'react'
import { useMe } from '../../session/web/auth.tsx'
import type { Conversation, Message } from '../contract.ts'
import { Composer } from './Composer.tsx'
import { MessageList } from './MessageList.tsx'
import { PaneHeader } from './PaneHeader.tsx'
import { useReadReceipts } from './read-receipts.ts'
import { TypingLine } from './TypingLine.tsx'

/** One conversation: header, messages and composer. */
export function ConversationPane({ conversation }: { conversation: Conversation }) {
  const me = useMe()
  const [editing, setEditing] = useState<Message>()
  useReadReceipts(conversation, me.id)
  return (
    <section aria-label={conversation.title} className="flex min-w-0 flex-1 flex-col">
      <PaneHeader conversation={conversation} />
      <MessageList conversation={conversation} onEdit={setEditing} />
      <TypingLine conversation={conversation} />
      {conversation.can.send ? (
        <Composer
          key={editing?.id ?? ''}
          conversation={conversation}
          editing={editing}
          onEdited={() => setEditing(undefined)}
        />
      ) : (
        <p className="border-t border-line px-4 py-4 text-center text-soft">
          You can’t send messages in this conversation.
        </p>
      )}
    </section>
  )
}
