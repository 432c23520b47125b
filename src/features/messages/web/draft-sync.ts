import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { call } from '../../../shared/web/api.ts'
import type { Conversation } from '../conversation-contract.ts'
import { draftsApi } from '../later-contract.gen.ts'
import { patchConversation } from './conversation-cache.ts'

/** Time without a key press after which a draft is stored. */
const saveDelayMs = 1500

/**
 * Stores a draft for the other devices of the viewer, and begins with the stored one where this device has none. A draft
 * that could not be stored stays on this device.
 */
export function useDraftSync(
  { id, draft: stored }: Pick<Conversation, 'id' | 'draft'>,
  text: string,
  setText: (text: string) => void,
  /** On a shared computer, and while the text may speak of a crisis: such a draft stays on this device. */
  { isOff }: { isOff: boolean },
): void {
  const client = useQueryClient()
  const saved = useRef(stored ?? '')
  const isBegun = useRef(false)
  const begin = useEffectEvent(() => {
    if (text === '' && saved.current !== '') setText(saved.current)
  })
  useEffect(() => {
    const next = text.trim()
    if (!isBegun.current && (next !== '' || !isOff)) {
      isBegun.current = true
      if (next === '') return begin()
    }
    if (isOff || next === saved.current) return
    const save = () => {
      saved.current = next
      patchConversation(client, id, (held) => ({ ...held, draft: next || null }))
      call(draftsApi.save, { params: { id }, body: { text: next } }).catch(() => {})
    }
    if (next === '') return save() // it was sent or deleted
    const timer = setTimeout(save, saveDelayMs)
    return () => clearTimeout(timer)
  }, [client, id, text, isOff])
}
