import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, route, text } from '../../shared/contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/contract.ts'
import { Author } from '../people/contract.ts'

/** Limits that the composer and the server share: characters of a message, others in a new conversation. */
export const messageLimits = { characters: 5000, people: 49, title: 100 }

/** Whether a text shows nothing: only spaces and characters without a shape. */
export const isBlank = (text: string): boolean => text.replace(/[\p{Cf}\p{Zs}\s]/gu, '') === ''

/** Unread messages of one conversation are counted up to this. */
export const maxUnreadShown = 999

const summary = {
  id: z.guid(),
  /** Null when their account is gone. */
  sender_id: z.guid().nullable(),
  content: z.string(),
  type: z.enum(['text', 'image']),
  image_url: z.string().nullable(),
  file_url: z.string().nullable(),
  edited: z.boolean(),
  /** A line that nobody typed, and what it says: its sender has left. Null for a message. */
  system: z.enum(['left']).nullable(),
  created_at: z.int(),
}

export const Message = z.object({
  ...summary,
  conversation_id: z.guid(),
  /** Its number in the conversation; later ones have larger numbers. */
  seq: z.int(),
  sender: Author,
  /** The image, with what a page needs to make room for it. */
  image: Media.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
})
export type Message = z.infer<typeof Message>

const Participant = Author.extend({
  id: z.guid(),
  /** The number of the last message that they have read. */
  read_seq: z.int(),
})
export type Participant = z.infer<typeof Participant>

export const Conversation = z.object({
  id: z.guid(),
  kind: z.enum(['direct', 'several', 'group', 'listing']),
  /** What to call it: the other person, the group, the listing, or the names of several. */
  title: z.string(),
  group_id: z.guid().nullable(),
  marketplace_listing_id: z.guid().nullable(),
  /** The viewer and the others; of a large group the first fifty. */
  participants: z.array(z.guid()),
  participant_users: z.array(Participant),
  last_message: z.object(summary).nullable(),
  last_message_at: z.int().nullable(),
  unread_count: z.int(),
  /** By the viewer: it is listed as ever, but does not count in the badge. */
  muted: z.boolean(),
  can: z.object({
    /** False when one of two people has blocked the other, or is gone. */
    send: z.boolean(),
    /** Only a conversation of several can be left. */
    leave: z.boolean(),
  }),
})
export type Conversation = z.infer<typeof Conversation>

const opened = envelope(Conversation).extend({ conversation_id: z.guid() })

/** Both families of paths: `/conversations…` and `/messages/conversations…`. */
const both = <const P extends string>(path: P) => ({
  path: `/conversations${path}` as const,
  aliases: [`/messages/conversations${path}`],
})

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    'message.created': { conversation_id: string; message: Message }
    'message.updated': { conversation_id: string; message: Message }
    'message.deleted': { conversation_id: string; message_id: string }
    /** Somebody has read the conversation as far as this number. */
    'conversation.read': { conversation_id: string; user_id: string; read_seq: number }
    typing: { conversation_id: string; user_id: string; name: string }
    /** To the person's own tabs and devices, when they have read, cleared, removed or muted a conversation. */
    unread: { conversation_id: string; unread_count: number; muted?: boolean }
  }
}

export const conversations = {
  list: route({
    method: 'GET',
    ...both(''),
    query: z.object({ ...pageQuery(50), unread: z.stringbool().optional().catch(undefined) }),
    reply: envelope(z.array(Conversation)).extend({
      /** Unread messages in all conversations together, but for those that are muted. */
      unread_count: z.int(),
      pagination: z.object({ page: z.int(), limit: z.int(), hasMore: z.boolean() }),
    }),
  }),
  /** With one other person: 409 with the existing one. With several: a new one each time. */
  create: route({
    method: 'POST',
    ...both(''),
    status: 201,
    body: z.object({
      participants: z.union([z.guid(), z.array(z.guid()).max(messageLimits.people + 1)]).optional(),
      participant_id: z.guid().optional(),
      title: text({ max: messageLimits.title, min: 0 }).optional(),
    }),
    reply: opened,
  }),
  show: route({ method: 'GET', ...both('/:id'), params: idParams, reply: envelope(Conversation) }),
  /** Takes it out of the viewer's list, with its history, until somebody writes again. */
  remove: route({ method: 'DELETE', ...both('/:id'), params: idParams, reply: emptyEnvelope }),
  /** Clears the history, for the viewer only. */
  clear: route({ method: 'DELETE', ...both('/:id/messages'), params: idParams, reply: emptyEnvelope }),
  /** For good: from now on it does not exist for the viewer. 409 unless it is a conversation of several. */
  leave: route({ method: 'POST', ...both('/:id/leave'), params: idParams, reply: emptyEnvelope }),
  read: route({ method: 'POST', ...both('/:id/read'), params: idParams, reply: emptyEnvelope }),
  mute: route({
    method: 'PUT',
    path: '/api/conversations/:id/mute',
    params: idParams,
    body: z.object({ muted: z.boolean() }),
    reply: emptyEnvelope,
  }),
  typing: route({ method: 'POST', path: '/api/conversations/:id/typing', params: idParams, reply: emptyEnvelope }),
}

const MessageText = text({
  max: messageLimits.characters,
  min: 0,
  long: `A message cannot exceed ${messageLimits.characters} characters`,
})
const address = z.string().max(500).nullish()

export const messages = {
  /** Oldest to newest; `before` is the id or the number of a message. */
  list: route({
    method: 'GET',
    ...both('/:id/messages'),
    params: idParams,
    query: z.object({
      limit: pageQuery(50).limit,
      before: z
        .union([
          z.guid(),
          z.coerce
            .number()
            .int()
            .min(1)
            .max(2 ** 31 - 1),
        ])
        .optional(),
    }),
    reply: envelope(z.array(Message)).extend({ pagination: z.object({ limit: z.int(), hasMore: z.boolean() }) }),
  }),
  send: route({
    method: 'POST',
    ...both('/:id/messages'),
    params: idParams,
    status: 201,
    body: z.object({
      content: MessageText.nullish(),
      type: z.enum(['text', 'image']).optional(),
      image_url: address,
      file_url: address,
    }),
    reply: envelope(Message),
  }),
  /** Marks this message and all earlier ones as read. */
  read: route({
    method: 'POST',
    ...both('/:id/messages/:mid/read'),
    params: z.object({ id: z.guid(), mid: z.guid() }),
    reply: emptyEnvelope,
  }),
  update: route({
    method: 'PUT',
    path: '/api/messages/:id',
    params: idParams,
    body: z.object({ content: MessageText.nullish() }),
    reply: envelope(Message),
  }),
  remove: route({ method: 'DELETE', path: '/api/messages/:id', params: idParams, reply: emptyEnvelope }),
  report: reportRoute('/api/messages/:id/report', idParams),
}
