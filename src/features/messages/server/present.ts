import { firstName } from '../../../shared/names.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Media } from '../../media/contract.ts'
import type { Conversation, Message } from '../contract.ts'
import type { MessageRow } from './message-queries.ts'
import type { ConversationRow, Person } from './queries.ts'

/** Display name of a deleted account. */
const gone = 'Deleted user'

/** Presents a message to its sender or to another participant; only their rights differ. */
export function presentMessage({ row, image }: { row: MessageRow; image: Media | null }, viewerId: string): Message {
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
    image,
    edited: row.edited,
    system: row.system_kind,
    created_at: row.created_at,
    can:
      row.system_kind === null
        ? { edit: mine && row.type === 'text', delete: mine, report: !mine && row.sender_id !== null }
        : { edit: false, delete: false, report: false },
  }
}

export function presentConversation(row: ConversationRow, viewer: Viewer): Conversation {
  const people = row.people.map((person) => (person.is_gone ? { ...person, name: gone, avatar_url: null } : person))
  const last = row.last_message
  return {
    id: row.id,
    kind: row.kind,
    title: row.title ?? conversationTitle(people.filter(({ id }) => id !== viewer.id)),
    group_id: row.group_id,
    marketplace_listing_id: row.marketplace_listing_id,
    participants: people.map(({ id }) => id),
    participant_users: people.map(({ id, name, avatar_url, read_seq }) => ({
      id,
      name,
      avatar_url,
      avatar: avatar_url,
      read_seq: row.is_open ? read_seq : 0, // the blocked pair gets no further read receipts of each other
    })),
    last_message: last && { ...last, file_url: last.image_url },
    last_message_at: row.last_message_at,
    unread_count: row.unread_count,
    muted: row.muted,
    can: { send: row.is_open, leave: row.kind === 'several' },
  }
}

/** The other participants: one by full name, several by their first names. */
function conversationTitle(others: readonly Person[]): string {
  const [only, ...more] = others
  if (!only) return gone
  return more.length === 0 ? only.name : others.map(({ name }) => firstName(name)).join(', ')
}
