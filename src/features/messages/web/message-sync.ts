import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { invalidate } from '../../../shared/web/api.ts'
import { useLiveEvent, useStreamGap } from '../../../shared/web/live.ts'
import { conversationsApi } from '../contract.gen.ts'
import { addMessage, patchMessage, patchRead, patchUnread, removeMessage } from './conversation-cache.ts'
import { isExpected, resume } from './outbox.ts'
import { invalidateUnread } from './unread.ts'

/** The conversation on the screen. */
export const activeConversation: { id: string | undefined } = { id: undefined }

/** Whether the conversation is on the screen of a visible tab. */
export const isBeingRead = (id: string): boolean =>
  activeConversation.id === id && document.visibilityState === 'visible'

/** Delay before the unread count is reloaded, to batch bursts of messages. */
const recountDelayMs = 800

/**
 * Keeps all cached messages consistent with live events, and sends what the outbox holds. Mounted once for the whole app.
 */
export default function MessageSync({ userId }: { userId: string }): null {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const recountSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void invalidateUnread(client), recountDelayMs)
  }
  useLiveEvent('message.created', ({ conversation_id, message }) => {
    const isMine = message.sender_id === userId
    if (isMine && isExpected(message)) return // its pending bubble is shown, and the response is about to arrive
    if (message.system !== null) {
      addMessage(client, message, false)
      return void invalidate(client, { below: conversationsApi.list }) // the participants have changed
    }
    addMessage(client, message, !isMine && !isBeingRead(conversation_id))
    if (!isMine) recountSoon()
  })
  useLiveEvent('message.updated', ({ message }) => patchMessage(client, message))
  useLiveEvent('message.deleted', ({ conversation_id, message_id }) =>
    removeMessage(client, conversation_id, message_id),
  )
  useLiveEvent('conversation.read', ({ conversation_id, user_id, read_seq }) =>
    patchRead(client, conversation_id, user_id, read_seq),
  )
  useLiveEvent('unread', ({ conversation_id, unread_count, muted }) =>
    patchUnread(client, conversation_id, unread_count, muted),
  )
  useEffect(() => resume(client, userId), [client, userId])
  useStreamGap(() => void invalidate(client, { below: conversationsApi.list }))
  return null
}
