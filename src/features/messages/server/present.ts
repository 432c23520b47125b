import { firstName } from '../../../shared/names.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Message, Quote } from '../contract.ts'
import type { Conversation } from '../conversation-contract.ts'
import type { MessageWithMedia, QuoteRow } from './message-queries.ts'
import { canRename, canSetVanishing, isEditable, isReportable } from './policy.ts'
import type { ConversationRow, Person } from './queries.ts'

/** Display name of a deleted account. */
const gone = 'Deleted user'

/** Presents a message to its sender or to another participant; only their rights differ. */
export function presentMessage(
  { row, pictures = [], files = [], voice = null }: MessageWithMedia,
  viewerId: string,
): Message {
  const mine = row.sender_id === viewerId
  return {
    id: row.id,
    conversation_id: row.conversation_id,
    seq: row.seq,
    sender_id: row.sender_id,
    sender: {
      id: row.sender_id,
      name: row.sender_name ?? gone,
      avatar_url: row.sender_avatar,
      avatar: row.sender_avatar,
    },
    content: row.system_kind === null ? row.content : `${row.sender_name ?? gone} ${row.content}`,
    type: row.type,
    image_url: row.image_url,
    file_url: row.image_url,
    image: pictures.find(({ url }) => url === row.image_url) ?? null,
    pictures: [...pictures],
    attachments: [...files],
    voice,
    reply_to: row.reply_to_seq === null ? null : presentQuote(row.reply_to_seq, row.quote),
    share: row.share_kind !== null && row.share_id !== null ? { kind: row.share_kind, id: row.share_id } : null,
    reactions: row.reactions ?? [],
    edited: row.edited,
    edited_at: row.edited_at,
    pinned: row.pinned,
    vanishes_at: row.vanishes_at,
    mentions: row.mentions,
    system: row.system_kind,
    created_at: row.created_at,
    revision: row.revision,
    can: {
      edit: mine && row.system_kind === null && isEditable(row, { files, voice }),
      delete: mine && row.system_kind === null,
      report: !mine && row.sender_id !== null && isReportable(row),
    },
  }
}

const maxExcerpt = 100

/** Presents the message that a reply answers. Of a deleted or hidden one, only that it is so. */
export function presentQuote(seq: number, quote: QuoteRow | null): Quote {
  const without = { id: null, seq, sender_id: null, sender_name: null, revision: null }
  if (!quote) return { ...without, excerpt: 'Message deleted' }
  if (quote.is_hidden) return { ...without, excerpt: 'Message not available' }
  const excerpt = quote.content.replace(/\s+/g, ' ').trim().slice(0, maxExcerpt)
  return {
    id: quote.id,
    seq,
    sender_id: quote.sender_id,
    sender_name: quote.sender_name ?? gone,
    excerpt: excerpt || (quote.type === 'image' ? 'Photo' : ''),
    revision: quote.revision,
  }
}

export function presentConversation(row: ConversationRow, viewer: Viewer): Conversation {
  const people = row.people.map((person) => (person.is_gone ? { ...person, name: gone, avatar_url: null } : person))
  const last = row.last_message
  return {
    id: row.id,
    state: row.my_state === 'open' && row.other_state === 'open' ? 'open' : 'requested',
    kind: row.kind,
    title: row.title ?? conversationTitle(people.filter(({ id }) => id !== viewer.id)),
    group_id: row.group_id,
    marketplace_listing_id: row.marketplace_listing_id,
    owner_id: row.owner_id,
    picture_url: row.picture?.url ?? null,
    picture_message_id: row.picture?.id ?? null,
    renamed_by: row.renamed_by,
    participants: people.map(({ id }) => id),
    participant_users: people.map(({ id, name, avatar_url, read_seq }) => ({
      id,
      name,
      avatar_url,
      avatar: avatar_url,
      read_seq: row.is_open ? read_seq : 0, // the blocked pair gets no further read receipts of each other
    })),
    last_message: last && { ...last, file_url: last.image_url },
    draft: row.draft,
    last_message_at: row.last_message_at,
    unread_count: row.unread_count,
    muted: row.muted,
    vanish_after: row.vanish_after,
    level: row.level,
    can: {
      send: row.is_open && row.other_state !== 'waiting' && (row.my_state === 'open' || row.kind === 'direct'),
      leave: row.kind === 'several' && row.my_state === 'open',
      manage: row.owner_id === viewer.id,
      rename: canRename(row, viewer.id),
      pin: row.is_open && row.can_pin,
      vanish: canSetVanishing(row, viewer.id),
    },
  }
}

/** The other participants: one by full name, several by their first names. */
function conversationTitle(others: readonly Person[]): string {
  const [only, ...more] = others
  if (!only) return gone
  return more.length === 0 ? only.name : others.map(({ name }) => firstName(name)).join(', ')
}
