import type { QueryClient } from '@tanstack/react-query'
import { restoreDraft } from '../../../shared/web/draft.ts'
import { discardItem, enqueue, leaveOutFile, retryItem } from '../../../shared/web/outbox.ts'
import { isSendable, type OutboxItem, sentFiles } from '../../../shared/web/outbox-item.ts'
import { currentItems, findItemState, useOutbox } from '../../../shared/web/outbox-items.ts'
import { onItemSent } from '../../../shared/web/outbox-sending.ts'
import { storeCall } from '../../../shared/web/stored-call.ts'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { onStorageCleared } from '../../../shared/web/user-storage.ts'
import { offerPush } from '../../push/web/offer.ts'
import { messagesApi } from '../contract.gen.ts'
import type { Message } from '../contract.ts'
import { addPictures } from './chosen-pictures.ts'
import { addMessage, invalidateConversations, shownKey } from './conversation-cache.ts'
import { expectMessages } from './expected.ts'
import { listPictures } from './message-pictures.ts'

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
  readonly pictures: readonly PendingPicture[]
  readonly file: { readonly name: string; readonly bytes: number; readonly isVoice: boolean } | undefined
}

/** `failed`: the server refused it. */
export type PendingPicture = {
  /** Among the files of the item. */
  readonly place: number
  /** An object URL. */
  readonly preview: string
  readonly state: 'waiting' | 'uploaded' | 'failed'
}

const targetPrefix = 'message '
const toTarget = (conversation: string) => `${targetPrefix}${conversation}`

/** Object URLs of pictures by the key of their item. */
const previews = new Map<string, readonly string[]>()
const dropPreviews = (key: string) => {
  for (const url of previews.get(key) ?? []) URL.revokeObjectURL(url)
  previews.delete(key)
}
onStorageCleared(() => {
  for (const key of previews.keys()) dropPreviews(key)
})

const isPictures = (item: OutboxItem) => sentFiles(item)[0]?.purpose === 'message'

function findPictures(item: OutboxItem): readonly PendingPicture[] {
  const { key, files = [], refusal } = item
  if (!isPictures(item)) return []
  const urls = previews.get(key) ?? files.map(({ file, url = '' }) => (file ? URL.createObjectURL(file) : url))
  previews.set(key, urls)
  // They are uploaded in their order, up to the first that fails.
  const failed = refusal ? files.findIndex(({ url, is_left_out }) => url === undefined && !is_left_out) : -1
  return files.flatMap(({ url, is_left_out }, place) =>
    is_left_out
      ? []
      : {
          place,
          preview: urls[place] ?? '',
          state: place === failed ? 'failed' : url === undefined ? 'waiting' : 'uploaded',
        },
  )
}

const toPending = (item: OutboxItem): Pending => ({
  item,
  key: item.key,
  content: item.text,
  replyTo: (item.details as { replyTo?: ReplyTarget } | undefined)?.replyTo,
  state: findItemState(item),
  created_at: Math.floor(item.created_at / 1000),
  pictures: findPictures(item),
  file: findFile(item),
})

function findFile(item: OutboxItem): Pending['file'] {
  const [only] = sentFiles(item)
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
function becomes(item: OutboxItem, message: Message): boolean {
  const files = sentFiles(item)
  const { type, attachments, voice, content } = message
  const purpose = files[0]?.purpose
  if (type === 'image') return purpose === 'message' && files.length === listPictures(message).length
  if (voice) return purpose === 'voice'
  return attachments.length > 0 ? purpose === 'message_file' : purpose === undefined && item.text.trim() === content
}

let client: QueryClient | undefined
onItemSent((item, reply, current = client) => {
  if (!item.target.startsWith(targetPrefix)) return
  if (current) {
    const { data } = reply as { data: Message }
    addMessage(current, data, false)
    // The pages have it now. Its draft is gone, and a request may have been sent.
    void invalidateConversations(current)
    void current.invalidateQueries({ queryKey: shownKey(data.conversation_id), exact: true })
  }
  dropPreviews(item.key)
  offerPush()
  if (isPictures(item)) toast.success('Image sent successfully', undefined, item.key)
})

/** The field of the message that receives its files, by their purpose. */
const fields = {
  message: { name: 'attachment_urls', isList: true },
  message_file: { name: 'attachment_urls', isList: true },
  voice: { name: 'voice.url', isList: false },
}
/** One picture alone has documented fields, which servers of every release know. */
const onePicture = { filesField: { name: 'image_url', isList: false }, type: 'image' }

type NewMessage = {
  readonly conversation: string
  readonly title: string
  readonly content: string
  readonly replyTo?: ReplyTarget
  readonly files?: readonly File[]
  /** Of the files. */
  readonly purpose?: keyof typeof fields
  /** What is known of a recording. */
  readonly voice?: { readonly waveform: readonly number[]; readonly transcript: string | null }
}

/** Shows a message immediately and sends it. One that is not sent stays, with its text, until it is sent or discarded. */
export function send(
  queryClient: QueryClient,
  { conversation, title, content, replyTo, files = [], purpose = 'message', voice }: NewMessage,
): void {
  client = queryClient
  const isImage = files.length > 0 && purpose === 'message'
  const { filesField, type } =
    isImage && files.length === 1 ? onePicture : { filesField: fields[purpose], type: undefined }
  const body = {
    content,
    ...(type ? { type } : {}),
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
    refresh: [],
    ...(replyTo ? { details: { replyTo } } : {}),
    ...(files.length > 0
      ? { files: files.map((file) => ({ name: file.name, purpose, file })), filesField }
      : { drafts: [{ name: toDraft(conversation), value: content, isLong: true }] }),
  }).catch((error: unknown) => {
    returnToComposer(conversation, content, isImage ? files : [])
    toast.failure(error, isImage ? 'Failed to send image' : 'Failed to send message')
  })
}

const toDraft = (conversation: string) => `message ${conversation}`

/** Text and pictures of a message that is not sent are before what was written since. */
function returnToComposer(conversation: string, content: string, pictures: readonly File[]): void {
  if (content) restoreDraft(toDraft(conversation), content, 'for longer')
  if (pictures.length > 0) addPictures(conversation, pictures)
}

export const retry = ({ item }: Pending): void => void retryItem(item)

export function discard({ item }: Pending): void {
  dropPreviews(item.key)
  void discardItem(item)
}

/** Stops the upload. The text and the pictures are in the composer again. */
export function cancel(pending: Pending): void {
  const { item } = pending
  const pictures = isPictures(item) ? (item.files ?? []).flatMap(({ file }) => file ?? []) : []
  returnToComposer(item.target.slice(targetPrefix.length), item.text, pictures)
  discard(pending)
}

/** Leaves out a picture of a message whose pictures are being uploaded. Its text and the others stay. */
export const cancelPicture = ({ item }: Pending, { place }: PendingPicture): void => void leaveOutFile(item, place)

/** Leaves out a picture of a message that the server refused, and sends the rest. */
export async function sendWithout(pending: Pending, { place }: PendingPicture): Promise<void> {
  const { item, pictures } = pending
  const isOnly = pictures.length === 1
  if (isOnly && !item.text) return discard(pending)
  const { type: _, ...body } = item.call.body ?? {}
  await leaveOutFile(item, place, isOnly ? { ...item.call, body } : item.call)
  await retryItem(item)
}
