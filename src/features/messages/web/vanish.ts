import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Message } from '../contract.ts'
import { invalidateConversations } from './conversation-cache.ts'

const maxTimeoutMs = 2 ** 31 - 1

/** The messages that have not disappeared. Shows the others no longer when their time comes. */
export function useUnvanished(messages: readonly Message[]): readonly Message[] {
  const client = useQueryClient()
  const [now, setNow] = useState(() => Date.now() / 1000)
  const shown = messages.filter(({ vanishes_at }) => vanishes_at === null || vanishes_at > now)
  const next = Math.min(...shown.map(({ vanishes_at }) => vanishes_at ?? Infinity))
  useEffect(() => {
    if (next === Infinity) return
    const delayMs = Math.min(Math.max(next * 1000 - Date.now(), 0) + 100, maxTimeoutMs)
    const timer = setTimeout(() => {
      setNow(Date.now() / 1000)
      if (Date.now() >= next * 1000) void invalidateConversations(client) // the list may show it
    }, delayMs)
    return () => clearTimeout(timer)
  }, [client, next])
  return shown.length === messages.length ? messages : shown
}
