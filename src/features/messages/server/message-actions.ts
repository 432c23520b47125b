import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { prepared } from '../../../shared/server/db/prepared.ts'
import { epoch, epochOrNull, newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { enqueuePushes } from '../../../shared/server/push.ts'
import type { ShareKind } from '../../../shared/share-kinds.ts'
import type { Purpose } from '../../media/contract.ts'
import { attachUploads, releaseUploads } from '../../media/server/actions.ts'
import { describeVoice } from '../../media/server/files.ts'
import { mentionsJson } from '../../people/server/mention-queries.ts'
import type { Conversation } from '../conversation-contract.ts'
import type { ShareReference } from '../share-contract.ts'
import { listMessageAudience, type MessageAudience } from './audience.ts'
import { findMentioned } from './mentions.ts'
import type { MessageRow, QuoteRow } from './message-queries.ts'
import { settleRequest } from './requests.ts'
import { keepVersion } from './versions.ts'

/** Of the uploads that a message can have. */
const acceptedPurposes = ({ voice }: Pick<NewMessage, 'voice'>): readonly Purpose[] =>
  voice ? ['voice'] : ['message', 'message_file']

type MessageValues = {
  school: string
  conversation: string
  sender: string
  id: string
  type: string
  content: string
  image: string | null
  hasFiles: boolean
  replyTo: number | null
  mentions: readonly string[]
  shareKind: ShareKind | null
  shareId: string | null
}

type NewMessage = {
  /** Of the scheduled message that it was. */
  readonly id?: string
  readonly content: string
  /** URLs. */
  readonly pictures?: readonly string[]
  readonly fileUrls?: readonly string[]
  readonly voice?: {
    readonly url: string
    readonly waveform: readonly number[]
    readonly transcript: string | null
  } | null
  readonly replyTo?: MessageRow | undefined
  /** Ids of users that the sender picked after an @. */
  readonly picked?: readonly string[] | undefined
  readonly share?: ShareReference | null | undefined
}

type WrittenMessage = MessageRow & { readonly conversation_kind: Conversation['kind']; readonly is_requested: boolean }

/**
 * Assigns the sequence number and inserts a message in one statement, and returns it as the sender sees it. The
 * conversation row stays locked until the commit, so that numbers, timestamps and visibility have the same order. Marks
 * earlier messages as read for the sender.
 */
const write = prepared<MessageValues, WrittenMessage>(
  (
    _db,
    { school, conversation, sender, id, type, content, image, hasFiles, replyTo, mentions, shareKind, shareId },
  ) => sql<WrittenMessage>`
  with numbered as (
    update conversations set last_seq = last_seq + 1, last_message_at = clock_timestamp()
    where school_id = ${school} and id = ${conversation} returning school_id, id, last_seq, kind,
      now() + make_interval(secs => vanish_after) as vanish_at),
  taking_part as (
    update participants set read_seq = numbered.last_seq, hidden_seq = null from numbered
    where participants.school_id = numbered.school_id and participants.conversation_id = numbered.id
      and participants.user_id = ${sender}
    returning numbered.school_id, numbered.id, numbered.last_seq, numbered.vanish_at),
  written as (
    insert into messages (school_id, id, conversation_id, seq, sender_id, type, content, image_url, reply_to_seq,
      mentions, vanish_at, share_kind, share_id, has_files)
    select school_id, ${id}::uuid, id, last_seq, ${sender}::uuid, ${type}::text, ${content}::text, ${image}::text,
      ${replyTo}::int, ${mentions}::uuid[], vanish_at, ${shareKind}::text, ${shareId}::uuid, ${hasFiles}::boolean
    from taking_part returning *)
  select messages.id, messages.conversation_id, messages.seq, sender.id as sender_id, sender.name as sender_name,
    sender.avatar_url as sender_avatar, messages.type, messages.content, messages.image_url, messages.has_files, messages.share_kind, messages.share_id, false as edited,
    null as edited_at, false as pinned, ${epochOrNull('messages.vanish_at')} as vanishes_at, ${mentionsJson('messages')} as mentions,
    messages.system_kind, messages.reply_to_seq, null as quote, null as reactions, ${epoch('messages.created_at')} as created_at,
    messages.revision,
    (select kind from numbered) as conversation_kind,
    (select kind = 'direct' and exists (select from participants where participants.school_id = numbered.school_id
      and participants.conversation_id = numbered.id and participants.state <> 'open') from numbered) as is_requested
  from written as messages
  join users as sender on sender.school_id = messages.school_id and sender.id = messages.sender_id`,
)

/**
 * Inserts a message, and pushes it to the others by their level. Returns it with the participants who receive it, read by a
 * statement of its own: after a wait for the conversation, the first one still sees users who have left meanwhile.
 * `mentioned` are those to notify in the list: in larger conversations. `asked` is the user who has to accept it. Throws 404 when the viewer has left.
 */
export async function sendMessage(
  trx: Trx,
  viewer: Viewer,
  conversation: string,
  { id = newId(), content, pictures = [], fileUrls = [], voice = null, replyTo, picked, share }: NewMessage,
): Promise<{ row: MessageRow; audience: MessageAudience; mentioned: readonly string[]; asked: string | undefined }> {
  const [image = null] = pictures
  const type = image === null ? 'text' : 'image'
  const attached = voice ? [voice.url] : fileUrls
  const hasFiles = attached.length > 0
  const message = { school: viewer.schoolId, conversation, sender: viewer.id, id, type, content, image, hasFiles }
  const mentions = await findMentioned(trx, viewer, conversation, { content, picked })
  const shared = { shareKind: share?.kind ?? null, shareId: share?.id ?? null }
  const [inserted] = await write(trx, { ...message, ...shared, mentions, replyTo: replyTo?.seq ?? null })
  if (!inserted) throw notFound('Conversation not found')
  const { conversation_kind: kind, is_requested, ...written } = inserted
  const row = { ...written, quote: replyTo ? toQuoteRow(replyTo) : null }
  const urls = [...pictures, ...attached]
  const purposes = acceptedPurposes({ voice })
  if (urls.length > 0) await attachUploads(trx, viewer, urls, { kind: 'message', id, purposes, anonymous: false })
  if (voice) await describeVoice(trx, viewer, voice)
  const asked = is_requested ? await settleRequest(trx, viewer, row) : undefined
  const audience = await listMessageAudience(trx, viewer, row)
  const others = audience.people.filter((user) => user !== viewer.id && audience.levels.get(user) !== 'nothing')
  const isAnswered = (user: string) => user === replyTo?.sender_id && !audience.withoutQuote.has(user)
  const mentioned = others.filter((user) => mentions.includes(user))
  const pushed = others.filter(
    (user) =>
      audience.pushable.has(user) &&
      (audience.levels.get(user) === 'all' || mentions.includes(user) || isAnswered(user)),
  )
  const event = { schoolId: viewer.schoolId, kind: 'message', link: `/messages/${conversation}` } as const
  await enqueuePushes(trx, event, pushed)
  return { row, audience, asked, mentioned: kind === 'direct' || kind === 'listing' ? [] : mentioned }
}

/**
 * Updates the text of a message and keeps the former one. Throws 404 when it was deleted meanwhile, and 409 when it was
 * edited too often.
 */
export const updateMessage = async (trx: Trx, viewer: Viewer, id: string, content: string) => {
  const { schoolId } = viewer
  const held = await trx
    .selectFrom('messages')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .where('withheld_at', 'is', null)
    .select(['content', 'conversation_id'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) throw notFound('Message not found')
  if (held.content !== content) await keepVersion(trx, viewer, id)
  const mentions = await findMentioned(trx, viewer, held.conversation_id, { content })
  await trx
    .updateTable('messages')
    .set({ content, mentions, edited_at: sql`now()`, revision: sql`revision + 1` })
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes a message with its pictures and files for all participants. Returns the revision of its deletion, or undefined when
 * it was already deleted.
 */
export const deleteMessage = async (trx: Trx, schoolId: string, id: string): Promise<number | undefined> => {
  const deleted = await trx
    .deleteFrom('messages')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .returning('revision')
    .executeTakeFirst()
  await releaseUploads(trx, schoolId, 'message', [id])
  return deleted && deleted.revision + 1
}

const toQuoteRow = ({ id, sender_id, sender_name, type, content, revision }: MessageRow): QuoteRow => ({
  id,
  revision,
  sender_id,
  sender_name,
  type,
  content,
  is_hidden: false,
})
