import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '../../../shared/web/api.ts'
import { onDraftsCleared, storedDraft } from '../../../shared/web/draft.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { uploadFile } from '../../media/web/upload.ts'
import type { Message, messages } from '../contract.ts'
import { addMessage } from './conversation-cache.ts'

/** A message on its way. */
export type Pending = {
  /** Sent along, so that however often it is tried, it is said once. */
  readonly key: string
  readonly by: string
  readonly conversation: string
  readonly content: string
  readonly state: 'sending' | 'failed'
  /** Seconds since 1970. */
  readonly created_at: number
  readonly file?: File
  /** An object URL of the file. */
  readonly preview?: string
}

const name = 'outbox'
let pending: readonly Pending[] = []
let restoredFor: string | undefined
const listeners = new Set<() => void>()

function restored(): Pending[] {
  try {
    return JSON.parse(storedDraft.read(name) ?? '[]') as Pending[]
  } catch {
    return []
  }
}

/** Goes on with what was on its way when the page was left: if it has arrived, its key has it answered, not said again. */
export function resume(client: QueryClient, me: string): void {
  if (restoredFor !== me) {
    restoredFor = me
    set([...restored(), ...pending])
  }
  for (const item of pending) {
    if (item.by !== me || item.state !== 'sending' || underWay.has(item.key)) continue
    post(client, item)
  }
}

onDraftsCleared(() => {
  for (const { preview } of pending) if (preview) URL.revokeObjectURL(preview)
  pending = []
  restoredFor = undefined
  for (const listener of listeners) listener()
})

function set(next: readonly Pending[]) {
  pending = next
  const texts = pending.filter(({ file }) => !file) // files can't be kept
  storedDraft.write(name, texts.length > 0 ? JSON.stringify(texts) : undefined)
  for (const listener of listeners) listener()
}
const patchPending = (key: string, to: Partial<Pending>) =>
  set(pending.map((one) => (one.key === key ? { ...one, ...to } : one)))

/** What this person is sending in a conversation, in order. */
export function usePending(me: string, conversation: string): readonly Pending[] {
  const all = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => pending,
  )
  return all.filter((one) => one.by === me && one.conversation === conversation)
}

/** Whether a message that arrives is one whose answer this tab is waiting for. */
export const isExpected = ({ conversation_id, type, content }: Message): boolean =>
  pending.some(
    (one) =>
      one.state === 'sending' &&
      one.conversation === conversation_id &&
      (type === 'image' ? one.file !== undefined : one.content.trim() === content),
  )

/** One after the other in each conversation, so that they arrive as they were written. */
const turns = new Map<string, Promise<void>>()

/** Shows a message at once and sends it; one that fails stays, with its text, until it is sent again or discarded. */
export function send(
  client: QueryClient,
  { by, conversation, content, file }: Pick<Pending, 'by' | 'conversation' | 'content' | 'file'>,
): void {
  const item: Pending = {
    key: crypto.randomUUID(),
    by,
    conversation,
    content,
    state: 'sending',
    created_at: Math.floor(Date.now() / 1000),
    ...(file ? { file, preview: URL.createObjectURL(file) } : {}),
  }
  set([...pending, item])
  post(client, item)
}

export function retry(client: QueryClient, item: Pending): void {
  patchPending(item.key, { state: 'sending' })
  post(client, item)
}

export function discard({ key, preview }: Pending): void {
  if (preview) URL.revokeObjectURL(preview)
  set(pending.filter((one) => one.key !== key))
}

/** Milliseconds within which a page that is about to be left has been left. */
const deliverTimeoutMs = 10_000
let isLeaving = false
for (const sign of ['beforeunload', 'pagehide']) {
  addEventListener(sign, () => {
    isLeaving = true
  })
}
addEventListener('pageshow', () => {
  isLeaving = false
})

const underWay = new Set<string>()

function post(client: QueryClient, item: Pending) {
  underWay.add(item.key)
  const before = turns.get(item.conversation) ?? Promise.resolve()
  const turn = before.then(async () => {
    try {
      const { data } = await deliver(item)
      addMessage(client, data, false)
      discard(item)
      if (item.file) toast.success('Image sent successfully')
    } catch {
      // A browser that leaves gives the call up, not the server: the next page's `resume` asks again, with the same key.
      if (isLeaving) await new Promise((resolve) => setTimeout(resolve, deliverTimeoutMs))
      isLeaving = false
      patchPending(item.key, { state: 'failed' })
      toast.error(item.file ? 'Failed to send image' : 'Failed to send message')
    }
    underWay.delete(item.key)
  })
  turns.set(item.conversation, turn)
}

async function deliver({ key, conversation, content, file }: Pending) {
  const image = file && { type: 'image' as const, image_url: (await uploadFile(file, 'message')).url }
  return call<typeof messages.send>('POST /conversations/:id/messages', {
    params: { id: conversation },
    body: { content, ...image },
    idempotencyKey: key,
  })
}
