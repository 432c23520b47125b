import { useEffect, useState } from 'react'
import { useLiveEvent } from '../../../shared/web/live.ts'
import type { Conversation } from '../contract.ts'

/** Milliseconds after the last typing event until a user no longer counts as typing. */
const typingTimeoutMs = 5000

/** Users who are typing. The line keeps its height when empty, so that nothing moves. */
export function TypingLine({ conversation: { id } }: { conversation: Conversation }) {
  const [people, setPeople] = useState<ReadonlyMap<string, { name: string; until: number }>>(new Map())
  useLiveEvent('typing', ({ conversation_id, user_id, name }) => {
    if (conversation_id === id)
      setPeople(new Map([...people, [user_id, { name, until: Date.now() + typingTimeoutMs }]]))
  })
  useLiveEvent('message.created', ({ conversation_id, message }) => {
    if (conversation_id === id) setPeople(new Map([...people].filter(([user]) => user !== message.sender_id)))
  })
  useEffect(() => {
    if (people.size === 0) return
    const next = Math.min(...[...people.values()].map(({ until }) => until))
    const timer = setTimeout(
      () => setPeople(new Map([...people].filter(([, { until }]) => until > Date.now()))),
      Math.max(0, next - Date.now()) + 50,
    )
    return () => clearTimeout(timer)
  }, [people])
  const names = [...people.values()].map(({ name }) => name.split(' ')[0])
  return (
    <p className="h-5 shrink-0 truncate px-4 text-small text-soft">
      {names.length === 1 && `${names[0]} is typing…`}
      {names.length > 1 && `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are typing…`}
    </p>
  )
}
