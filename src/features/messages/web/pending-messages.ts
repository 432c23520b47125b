import type { QueryClient } from '@tanstack/react-query'
import {
  currentItems,
  discardItem,
  enqueue,
  findItemState,
  onItemSent,
  retryItem,
  useOutbox,
} from '../../../shared/web/outbox.ts'
import { isSendable, type OutboxItem } from '../../../shared/web/outbox-item.ts'
import { storeCall } from '../../../shared/web/stored-call.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { onStorageCleared } from '../../../shared/web/user-storage.ts'
import { offerPush } from '../../push/web/offer.ts'
import { conversationsApi, messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { addMessage } from './conversation-cache.ts'
import { expectMessages } from './expected.ts'

/** The message that a new one answers. */
export type ReplyTarget = { readonly id: string; readonly sender_name: string; readonly excerpt: string }

/** A message in the outbox. */
export type Pending = {
  readonly item: OutboxItem
  readonly key: string
  readonly content: string
  readonly replyTo: ReplyTarget | undefined
  readonly state: ReturnType<typeof findItemState>
  /** Seconds since 1970. */
  readonly created_at: number
  /** An object URL of the image. */
  readonly preview: string | undefined
  readonly file: { readonly name: string; readonly bytes: number; readonly isVoice: boolean } | undefined
}

const targetPrefix = 'message '
const toTarget = (conversation: string) => `${targetPrefix}${conversation}`

/** Object URLs of images by the key of their item. */
const previews = new Map<string, string>()
const dropPreview = (key: string) => {
  const url = previews.get(key)
  if (url) URL.revokeObjectURL(url)
  previews.delete(key)
}
onStorageCleared(() => {
  for (const key of previews.keys()) dropPreview(key)
})

function findPreview({ key, files }: OutboxItem): string | undefined {
  const file = files?.[0]?.purpose === 'message' ? files[0].file : undefined
  if (file && !previews.has(key)) previews.set(key, URL.createObjectURL(file))
  return previews.get(key)
}

const toPending = (item: OutboxItem): Pending => ({
  item,
  key: item.key,
  content: item.text,
  replyTo: (item.details as { replyTo?: ReplyTarget } | undefined)?.replyTo,
  state: findItemState(item),
  created_at: Math.floor(item.created_at / 1000),
  preview: findPreview(item),
  file: findFile(item),
})

function findFile({ files }: OutboxItem): Pending['file'] {
  const [only] = files ?? []
  if (!only || only.purpose === 'message') return undefined
  return { name: only.name, bytes: only.file?.size ?? 0, isVoice: only.purpose === 'voice' }
}

/** The user's pending messages in a conversation, in order. */
export const usePending = (conversation: string): readonly Pending[] =>
  useOutbox()
    .filter(({ target }) => target === toTarget(conversation))
    .map(toPending)

expectMessages((message) =>
  currentItems().some(
    (item) =>
      item.target === toTarget(message.conversation_id) &&
      isSendable(item) && // also one that waits: it has arrived if its reply was lost
      becomes(item, message),
  ),
)

/** Whether the item is sent as a message like this one. */
function becomes({ files, text }: OutboxItem, { type, attachments, voice, content }: Message): boolean {
  const purpose = files?.[0]?.purpose
  if (type === 'image') return purpose === 'message'
  if (voice) return purpose === 'voice'
  return attachments.length > 0 ? purpose === 'message_file' : purpose === undefined && text.trim() === content
}

let client: QueryClient | undefined
onItemSent((item, reply, current = client) => {
  if (!item.target.startsWith(targetPrefix)) return
  if (current) addMessage(current, (reply as { data: Message }).data, false)
  dropPreview(item.key)
  offerPush()
  if (item.files?.[0]?.purpose === 'message') toast.success('Image sent successfully', undefined, item.key)
})

/** The field of the message that receives the file, by its purpose. */
const fields = {
  message: { name: 'image_url', isList: false },
  message_file: { name: 'attachment_urls', isList: true },
  voice: { name: 'voice.url', isList: false },
}

type NewMessage = {
  readonly conversation: string
  readonly title: string
  readonly content: string
  readonly replyTo?: ReplyTarget
  readonly file?: File
  /** Of the file. */
  readonly purpose?: keyof typeof fields
  /** What is known of a recording. */
  readonly voice?: { readonly waveform: readonly number[]; readonly transcript: string | null }
}

/** Shows a message immediately and sends it. One that is not sent stays, with its text, until it is sent or discarded. */
export function send(
  queryClient: QueryClient,
  { conversation, title, content, replyTo, file, purpose = 'message', voice }: NewMessage,
): void {
  client = queryClient
  const isImage = file !== undefined && purpose === 'message'
  const body = {
    content,
    ...(isImage ? { type: 'image' as const } : {}),
    ...(voice ? { voice } : {}),
    ...(replyTo ? { reply_to: replyTo.id } : {}),
  }
  enqueue({
    key: crypto.randomUUID(),
    target: toTarget(conversation),
    title: `Message to ${title}`,
    text: content,
    link: `/messages/${conversation}`,
    call: storeCall(messagesApi.send, { params: { id: conversation }, body: body as never }),
    refresh: [conversationsApi.list],
    ...(replyTo ? { details: { replyTo } } : {}),
    ...(file
      ? { files: [{ name: file.name, purpose, file }], filesField: fields[purpose] }
      : { drafts: [{ name: `message ${conversation}`, value: content, isLong: true }] }),
  }).catch((error: unknown) => toast.failure(error, isImage ? 'Failed to send image' : 'Failed to send message'))
}

export const retry = ({ item }: Pending): void => void retryItem(item)

export function discard({ item }: Pending): void {
  dropPreview(item.key)
  void discardItem(item)
}
