import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../shared/web/api.ts'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation } from '../conversation-contract.ts'
import { patchUnread } from './conversation-cache.ts'
import { useMessages } from './conversation-queries.ts'
import { activeConversation } from './message-sync.ts'

/** Marks the messages on the screen as read as soon as the tab is visible. */
export function useReadReceipts({ id, participant_users }: Conversation, me: string): void {
  const client = useQueryClient()
  const { messages } = useMessages(id)
  const latest = messages.findLast(({ sender_id }) => sender_id !== me)?.seq ?? 0
  const read = participant_users.find((participant) => participant.id === me)?.read_seq ?? 0

  useEffect(() => {
    activeConversation.id = id
    return () => {
      if (activeConversation.id === id) activeConversation.id = undefined
    }
  }, [id])

  useEffect(() => {
    if (latest <= read) return
    const mark = () => {
      if (document.visibilityState !== 'visible') return
      call(conversationsApi.read, { params: { id } }).then(
        () => patchUnread(client, id, 0),
        () => {}, // retried with the next message or visit
      )
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [client, id, latest, read])
}
