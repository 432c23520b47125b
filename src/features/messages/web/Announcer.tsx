import { useState } from 'react'
import { useLiveEvent } from '../../../shared/web/live.ts'
import type { Conversation } from '../conversation-contract.ts'

/** Announces new messages of others to screen readers, but not the history that is loaded. */
export function Announcer({ conversation: { id }, me }: { conversation: Conversation; me: string }) {
  const [text, setText] = useState('')
  useLiveEvent('message.created', ({ conversation_id, message }) => {
    if (conversation_id !== id || message.sender_id === me) return
    if (message.system !== null) return setText(message.content)
    setText(`${message.sender.name}: ${message.type === 'image' ? message.content || 'Photo' : message.content}`)
  })
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
