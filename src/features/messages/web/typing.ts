import { useEffect, useState } from 'react'
import { firstName } from '../../../shared/names.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import type { Conversation } from '../conversation-contract.ts'

/** Milliseconds after the last typing event until a user no longer counts as typing. */
const typingTimeoutMs = 5000

/** What to say about users who are typing: 'typing…', 'Otto is typing…'; undefined while none is. */
export function useTyping({ id, kind }: Conversation): string | undefined {
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
  const names = [...people.values()].map(({ name }) => firstName(name))
  if (names.length === 0) return undefined
  if (kind === 'direct' || kind === 'listing') return 'typing…'
  if (names.length === 1) return `${names[0]} is typing…`
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are typing…`
}
