import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { invalidate } from '../../../shared/web/api.ts'
import { createCodeLoader } from '../../../shared/web/code-loader.ts'
import { useLiveEvent, useStreamGap } from '../../../shared/web/live.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import { pinsApi } from '../pin-contract.gen.ts'
import { isExpected } from './expected.ts'
import { invalidateUnread } from './unread.ts'

const loadCache = createCodeLoader(() => import('./conversation-cache.ts'))
/** What could not be loaded is loaded by the next page or event. */
const ignore = () => {}

/** Changes cached messages, in the order of the events. Its code is loaded with the first event. */
const withCache = (change: (cache: Awaited<ReturnType<typeof loadCache>>) => void): void =>
  void loadCache().then(change, ignore)

/** The conversation on the screen. */
export const activeConversation: { id: string | undefined } = { id: undefined }

/** Whether the conversation is on the screen of a visible tab. */
export const isBeingRead = (id: string): boolean =>
  activeConversation.id === id && document.visibilityState === 'visible'

/** Delay before the unread count is reloaded, to batch bursts of messages. */
const recountDelayMs = 800

/**
 * Keeps all cached messages consistent with live events. Mounted once for the whole app.
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
    const isNews = message.system === null && !isMine && !isBeingRead(conversation_id)
    withCache((cache) => cache.addMessage(client, message, isNews))
    if (message.system !== null)
      void invalidate(client, { below: conversationsApi.list }) // the participants have changed
    else if (!isMine) recountSoon()
  })
  useLiveEvent('message.updated', ({ message }) => withCache((cache) => cache.patchMessage(client, message)))
  useLiveEvent('conversation.changed', () => void invalidate(client, { below: conversationsApi.list }))
  useLiveEvent('message.reacted', (event) => withCache((cache) => cache.patchReaction(client, event)))
  useLiveEvent('message.pinned', (event) => {
    withCache((cache) => cache.patchPinned(client, event))
    void invalidate(client, pinsApi.list)
  })
  useLiveEvent('message.deleted', (event) => withCache((cache) => cache.removeMessage(client, event)))
  useLiveEvent('conversation.read', ({ conversation_id, user_id, read_seq }) =>
    withCache((cache) => cache.patchRead(client, conversation_id, user_id, read_seq)),
  )
  useLiveEvent('unread', ({ conversation_id, unread_count, muted, level }) =>
    withCache((cache) => cache.patchUnread(client, conversation_id, unread_count, { muted, level })),
  )
  useStreamGap(() => void invalidate(client, { below: conversationsApi.list }))
  return null
}
