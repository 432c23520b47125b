import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { call } from '../../../shared/web/api.ts'
import { createCodeLoader } from '../../../shared/web/code-loader.ts'
import { onDraftsCleared, storedDraft } from '../../../shared/web/draft.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { addMessage } from './conversation-cache.ts'

/** A message that is being sent. */
export type Pending = {
  /** Idempotency key: retries create the message once. */
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

/** Adds what an earlier page stored for this user. Comes before any change, which replaces what is stored. */
function restore(me: string): void {
  if (restoredFor === me) return
  restoredFor = me
  set([...readStored(), ...pending])
}

function readStored(): Pending[] {
  try {
    return JSON.parse(storedDraft.read(name) ?? '[]') as Pending[]
  } catch {
    return []
  }
}

/**
 * Resumes messages that were interrupted by leaving the page. The idempotency key prevents duplicates if one had
 * arrived.
 */
export function resume(client: QueryClient, me: string): void {
  restore(me)
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
  const texts = pending.filter(({ file }) => !file) // files cannot be stored
  storedDraft.write(name, texts.length > 0 ? JSON.stringify(texts) : undefined)
  for (const listener of listeners) listener()
}
const patchPending = (key: string, to: Partial<Pending>) =>
  set(pending.map((item) => (item.key === key ? { ...item, ...to } : item)))

/** The user's pending messages in a conversation, in order. */
export function usePending(me: string, conversation: string): readonly Pending[] {
  const all = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => pending,
  )
  return all.filter((item) => item.by === me && item.conversation === conversation)
}

/** Whether a received message is one whose response this tab is waiting for. */
export const isExpected = ({ conversation_id, type, content }: Message): boolean =>
  pending.some(
    (item) =>
      item.state === 'sending' &&
      item.conversation === conversation_id &&
      (type === 'image' ? item.file !== undefined : item.content.trim() === content),
  )

/** One queue per conversation, so that messages arrive in the order in which they were written. */
const turns = new Map<string, Promise<void>>()

/** Shows a message immediately and sends it. A failed one stays, with its text, until it is sent again or discarded. */
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
  restore(by)
  set([...pending, item])
  post(client, item)
}

export function retry(client: QueryClient, item: Pending): void {
  patchPending(item.key, { state: 'sending' })
  post(client, item)
}

export function discard({ key, preview }: Pending): void {
  if (preview) URL.revokeObjectURL(preview)
  set(pending.filter((item) => item.key !== key))
}

/** Time after which a page that was about to be left counts as not left. */
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
      if (item.file) toast.success('Image sent successfully', undefined, item.key)
    } catch (error) {
      // A page that is left aborts the request, which the server may have completed: `resume` on the next page repeats
      // it with the same idempotency key.
      if (isLeaving) await new Promise((resolve) => setTimeout(resolve, deliverTimeoutMs))
      isLeaving = false
      patchPending(item.key, { state: 'failed' })
      toast.failure(error, item.file ? 'Failed to send image' : 'Failed to send message', { action: item.key })
    }
    underWay.delete(item.key)
  })
  turns.set(item.conversation, turn)
}

const loadUpload = createCodeLoader(() => import('../../media/web/upload.ts'))

/** Few messages have an image, so its code is not loaded with the outbox. */
const upload = async (file: File) => (await loadUpload()).uploadFile(file, 'message')

async function deliver({ key, conversation, content, file }: Pending) {
  const image = file && { type: 'image' as const, image_url: (await upload(file)).url }
  return call(messagesApi.send, {
    params: { id: conversation },
    body: { content, ...image },
    idempotencyKey: key,
  })
}
