import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, pagination, route, text } from '../../shared/contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'

/** Limits that the composer and the server share: characters of a message, other participants of a new conversation. */
export const messageLimits = { characters: 5000, people: 49, title: 100 }

/** Whether a text has no visible characters: only white space and format characters. */
export const isBlank = (text: string): boolean => text.replace(/[\p{Cf}\p{Zs}\s]/gu, '') === ''

/** Unread counts per conversation stop here. */
export const maxUnreadShown = 999

const summary = {
  id: z.guid(),
  /** Null when the sender's account is deleted. */
  sender_id: z.guid().nullable(),
  content: z.string(),
  type: z.enum(['text', 'image']),
  image_url: z.string().nullable(),
  file_url: z.string().nullable(),
  edited: z.boolean(),
  /** Null for a message; otherwise a system line and its kind: its sender has left. */
  system: z.enum(['left']).nullable(),
  created_at: z.int(),
}

export const Message = z.object({
  ...summary,
  conversation_id: z.guid(),
  /** Sequence number in the conversation; later messages have larger numbers. */
  seq: z.int(),
  sender: Author,
  /** The image, with the dimensions and placeholder that a page needs to reserve space. */
  image: Media.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
})
export type Message = z.infer<typeof Message>

const Participant = Author.extend({
  id: z.guid(),
  /** Sequence number of the last message that the participant has read. */
  read_seq: z.int(),
})
export type Participant = z.infer<typeof Participant>

export const Conversation = z.object({
  id: z.guid(),
  kind: z.enum(['direct', 'several', 'group', 'listing']),
  /** Name of the other user, the group or the listing; for several users their names or the chosen title. */
  title: z.string(),
  group_id: z.guid().nullable(),
  marketplace_listing_id: z.guid().nullable(),
  /** Ids of all participants including the viewer; of a large group the first fifty. */
  participants: z.array(z.guid()),
  participant_users: z.array(Participant),
  last_message: z.object(summary).nullable(),
  last_message_at: z.int().nullable(),
  unread_count: z.int(),
  /** Set by the viewer: the conversation stays in the list but does not count in the badge. */
  muted: z.boolean(),
  can: z.object({
    /** False when one of two participants has blocked the other or is deleted. */
    send: z.boolean(),
    /** Only conversations of kind `several` can be left. */
    leave: z.boolean(),
  }),
})
export type Conversation = z.infer<typeof Conversation>

const opened = envelope(Conversation).extend({ conversation_id: z.guid() })

/** Both path families: `/conversations…` and `/messages/conversations…`. */
const both = <const P extends string>(path: P) => ({
  path: `/conversations${path}` as const,
  aliases: [`/messages/conversations${path}`],
})

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    'message.created': { conversation_id: string; message: Message }
    'message.updated': { conversation_id: string; message: Message }
    'message.deleted': { conversation_id: string; message_id: string }
    /** A user has read the conversation up to this sequence number. */
    'conversation.read': { conversation_id: string; user_id: string; read_seq: number }
    typing: { conversation_id: string; user_id: string; name: string }
    /** To the user's own tabs and devices, after they read, cleared, removed or muted a conversation. */
    unread: { conversation_id: string; unread_count: number; muted?: boolean }
  }
}

export const conversations = {
  list: route({
    method: 'GET',
    ...both(''),
    query: z.object({ ...pageQuery(50), unread: z.stringbool().optional().catch(undefined) }),
    reply: envelope(z.array(Conversation)).extend({
      /** Unread messages of all conversations that are not muted. */
      unread_count: z.int(),
      pagination,
    }),
  }),
  /** With one other user: 409 with the existing conversation, if any. With several: always a new one. */
  create: route({
    method: 'POST',
    ...both(''),
    status: 201,
    transaction: false, // the 409 for an existing conversation still makes it visible again
    body: z.object({
      participants: z.union([z.guid(), z.array(z.guid()).max(messageLimits.people + 1)]).optional(),
      participant_id: z.guid().optional(),
      title: text({ max: messageLimits.title, min: 0 }).optional(),
    }),
    reply: opened,
    /** The conversation that exists already. */
    errors: { 409: opened.pick({ data: true, conversation_id: true }) },
  }),
  show: route({ method: 'GET', ...both('/:id'), params: idParams, reply: envelope(Conversation) }),
  /** Removes it from the viewer's list, with its history, until the next message. */
  remove: route({ method: 'DELETE', ...both('/:id'), params: idParams, reply: emptyEnvelope }),
  /** Clears the history, for the viewer only. */
  clear: route({ method: 'DELETE', ...both('/:id/messages'), params: idParams, reply: emptyEnvelope }),
  /** Permanent: the conversation does not exist for the viewer any more. 409 unless its kind is `several`. */
  leave: route({ method: 'POST', ...both('/:id/leave'), params: idParams, reply: emptyEnvelope }),
  read: route({ method: 'POST', ...both('/:id/read'), params: idParams, reply: emptyEnvelope }),
  mute: route({
    method: 'PUT',
    path: '/api/conversations/:id/mute',
    params: idParams,
    body: z.object({ muted: z.boolean() }),
    reply: emptyEnvelope,
  }),
  typing: route({
    method: 'POST',
    path: '/api/conversations/:id/typing',
    transaction: false, // writes nothing
    params: idParams,
    reply: emptyEnvelope,
  }),
}

const MessageText = text({
  max: messageLimits.characters,
  min: 0,
  long: `Keep your message within ${messageLimits.characters.toLocaleString('en')} characters`,
})
const address = z.string().max(500).nullish()

export const messages = {
  /** Oldest to newest; `before` is the id or the sequence number of a message. */
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
