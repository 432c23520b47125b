import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  pageQuery,
  pagination,
  route,
  searchText,
  text,
} from '../../shared/contract.ts'
import { FileAttachment, Voice } from '../media/attachment-contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'
import { attached } from './attachment-contract.ts'
import { ScheduledMessage, sendAt } from './later-contract.ts'
import { ShareReference } from './share-contract.ts'

/**
 * Limits that the composer and the server share: characters of a message, other participants of a new conversation, and
 * reactions per user and message, and edits of a message.
 */
export const messageLimits = {
  characters: 5000,
  people: 49,
  /** Characters of a first message to someone who accepts it first, requests without an answer, and new ones per day. */
  request: 500,
  openRequests: 10,
  requestsPerDay: 20,
  /** People who are not friends that a user adds to conversations per day. */
  additionsPerDay: 20,
  title: 100,
  reactions: 3,
  edits: 100,
}

/** Unread counts per conversation stop here. */
export const maxUnreadShown = 999

/** What of a conversation notifies a participant. */
export const levels = ['all', 'mentions', 'nothing'] as const
export type Level = (typeof levels)[number]

/** Seconds after which new messages disappear: a day, a week, ninety days. */
export const vanishTimes = [86_400, 604_800, 7_776_000] as const
export type VanishAfter = (typeof vanishTimes)[number]

/** Who names a conversation of several. */
export const renamers = ['owner', 'everyone'] as const

export const systemKinds = ['left', 'joined', 'removed', 'renamed', 'vanishing', 'pictured'] as const
export type SystemKind = (typeof systemKinds)[number]

const summary = {
  id: z.guid(),
  /** Null when the sender's account is deleted. */
  sender_id: z.guid().nullable(),
  content: z.string(),
  type: z.enum(['text', 'image']),
  image_url: z.string().nullable(),
  file_url: z.string().nullable(),
  edited: z.boolean(),
  /** Null for a message; otherwise the kind of a system line about its sender. */
  system: z.enum(systemKinds).nullable(),
  created_at: z.int(),
}

const Reaction = z.object({ emoji: z.string(), count: z.int(), mine: z.boolean() })
export type Reaction = z.infer<typeof Reaction>

/** The message that a reply answers. Without an id, it is deleted, or hidden from the viewer: the excerpt says so. */
const Quote = z.object({
  id: z.guid().nullable(),
  seq: z.int(),
  sender_id: z.guid().nullable(),
  sender_name: z.string().nullable(),
  excerpt: z.string(),
})
export type Quote = z.infer<typeof Quote>

export const Message = z.object({
  ...summary,
  conversation_id: z.guid(),
  /** Sequence number in the conversation; later messages have larger numbers. */
  seq: z.int(),
  sender: Author,
  /** The first picture, with the dimensions and placeholder that a page needs to reserve space. */
  image: Media.nullable(),
  /** All pictures, with the first one. */
  pictures: z.array(Media),
  /** Files to download. */
  attachments: z.array(FileAttachment),
  voice: Voice.nullable(),
  reply_to: Quote.nullable(),
  /** The item that the message shares. Its content is read from its card. */
  share: ShareReference.nullable(),
  /** In the order of each emoji's first use. */
  reactions: z.array(Reaction),
  /** Of the last edit. */
  edited_at: z.int().nullable(),
  pinned: z.boolean(),
  /** When it disappears; null for never. */
  vanishes_at: z.int().nullable(),
  /** Participants named in the text with an @. */
  mentions: z.array(z.object({ id: z.guid(), name: z.string() })),
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
  /** `requested`: the viewer, or the other user of a direct conversation, has not accepted it. */
  state: z.enum(['open', 'requested']),
  kind: z.enum(['direct', 'several', 'group', 'listing']),
  /** Name of the other user, the group or the listing; for several users their names or the chosen title. */
  title: z.string(),
  group_id: z.guid().nullable(),
  marketplace_listing_id: z.guid().nullable(),
  /** Of a conversation of several; null for the other kinds. */
  owner_id: z.guid().nullable(),
  /** Of a conversation of several, set by its owner. */
  picture_url: z.string().nullable(),
  /** The line that says who has set it: what a report of the picture is about. */
  picture_message_id: z.guid().nullable(),
  /** Who names a conversation of several. */
  renamed_by: z.enum(renamers),
  /** Ids of all participants including the viewer; of a large group the first fifty. */
  participants: z.array(z.guid()),
  participant_users: z.array(Participant),
  last_message: z.object(summary).nullable(),
  /** What the viewer has typed and not sent. */
  draft: z.string().nullable(),
  last_message_at: z.int().nullable(),
  unread_count: z.int(),
  /** Set by the viewer: the conversation stays in the list but does not count in the badge. */
  muted: z.boolean(),
  /** Seconds after which new messages disappear; null for never. */
  vanish_after: z.literal(vanishTimes).nullable(),
  /** What notifies the viewer: mentions include replies to them, and `nothing` is the same as muted. */
  level: z.enum(levels),
  can: z.object({
    /** False when one of two participants has blocked the other or is deleted. */
    send: z.boolean(),
    /** Only conversations of kind `several` can be left. */
    leave: z.boolean(),
    /** The owner names the conversation, adds and removes participants, and can hand it over. */
    manage: z.boolean(),
    /** The owner, and every participant where the owner allows it. */
    rename: z.boolean(),
    /** Participants who can write; in the conversation of a group, its admins. */
    pin: z.boolean(),
    /** Both users of a direct conversation, the owner of several, the admins of a group. */
    vanish: z.boolean(),
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
    /** Number of users who react with this emoji. `mine` only in the events of the user who acted. */
    'message.reacted': { conversation_id: string; message_id: string; emoji: string; count: number; mine?: boolean }
    /** A user has read the conversation up to this sequence number. */
    'conversation.read': { conversation_id: string; user_id: string; read_seq: number }
    /** Title, owner or participants of the conversation have changed; also to a user who was removed. */
    'conversation.changed': { id: string }
    /** Someone asks the viewer to accept a conversation. Without its text. */
    'request.created': { conversation_id: string }
    typing: { conversation_id: string; user_id: string; name: string }
    /** To the user's own tabs and devices, after they read, cleared, removed or muted a conversation. */
    unread: { conversation_id: string; unread_count: number; muted?: boolean; level?: Level }
  }
}

export const conversations = {
  list: route({
    method: 'GET',
    ...both(''),
    query: z.object({
      ...pageQuery(50),
      unread: z.stringbool().optional().catch(undefined),
      /** Only the requests to the viewer, which the list leaves out otherwise. */
      requests: z.stringbool().optional().catch(undefined),
    }),
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
  /**
   * Of several, by their owner; the title also by others, where the owner allows it. An empty title becomes the names of the
   * participants. The picture is an upload of the purpose `message`. `vanish_after` applies to messages sent from then on.
   */
  update: route({
    method: 'PATCH',
    path: '/api/conversations/:id',
    params: idParams,
    body: z.object({
      title: text({ max: messageLimits.title, min: 0 }).optional(),
      picture_url: z.string().max(500).nullish(),
      renamed_by: z.enum(renamers).optional(),
      vanish_after: z.literal(vanishTimes).nullish(),
    }),
    reply: envelope(Conversation),
  }),
  /** New participants do not see earlier messages. 409 when it is full, or one of them has left it. */
  addParticipants: route({
    method: 'POST',
    path: '/api/conversations/:id/participants',
    params: idParams,
    body: z.object({ user_ids: z.array(z.guid()).min(1, 'Choose someone to add').max(messageLimits.people) }),
    reply: envelope(z.object({ added: z.array(z.guid()), asked: z.array(z.guid()) })),
  }),
  removeParticipant: route({
    method: 'DELETE',
    path: '/api/conversations/:id/participants/:uid',
    params: z.object({ id: z.guid(), uid: z.guid() }),
    reply: emptyEnvelope,
  }),
  handOver: route({
    method: 'POST',
    path: '/api/conversations/:id/owner',
    params: idParams,
    body: z.object({ user_id: z.guid() }),
    reply: envelope(Conversation),
  }),
  /** Accepts a request to the viewer, or joins a conversation of several. 409 when it was answered. */
  accept: route({
    method: 'POST',
    path: '/api/conversations/:id/accept',
    params: idParams,
    reply: envelope(Conversation),
  }),
  /** The sender does not learn it. 409 when it was answered. */
  decline: route({
    method: 'POST',
    path: '/api/conversations/:id/decline',
    params: idParams,
    reply: emptyEnvelope,
  }),
  mute: route({
    method: 'PUT',
    path: '/api/conversations/:id/mute',
    params: idParams,
    body: z.object({ muted: z.boolean() }),
    reply: emptyEnvelope,
  }),
  level: route({
    method: 'PUT',
    path: '/api/conversations/:id/level',
    params: idParams,
    body: z.object({ level: z.enum(levels) }),
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
const sent = envelope(Message).extend({ scheduled: ScheduledMessage.optional() })
/** Typed as the reply to calls without `send_at`, which have `data`. */
const sentOrScheduled = sent.partial({ data: true })
const sequence = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
const position = z.union([z.guid(), sequence.min(1)])
const reactionParams = idParams.extend({ emoji: z.string().max(40) })

export const messages = {
  /**
   * Oldest to newest; `before` and `around` are the id or the sequence number of a message, `after` is a number. With `q`,
   * `from`, `media` or `after_date`, the latest messages that match, from the last one before `before` on.
   */
  list: route({
    method: 'GET',
    ...both('/:id/messages'),
    params: idParams,
    query: z.object({
      limit: pageQuery(50).limit,
      before: position.optional(),
      /** 25 messages: this one in the middle. */
      around: position.optional(),
      after: sequence.optional(),
      q: searchText,
      from: z.guid().optional(),
      media: z.enum(['pictures', 'files', 'links']).optional(),
      /** The first day, in UTC. */
      after_date: z.iso.date().optional(),
    }),
    reply: envelope(z.array(Message)).extend({
      pagination: z.object({
        limit: z.int(),
        hasMore: z.boolean(),
        /** Whether later messages follow; only with `around` and `after`. */
        hasNewer: z.boolean().optional(),
      }),
    }),
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
      ...attached,
      /** Id of a message of this conversation. */
      reply_to: z.guid().nullish(),
      /** An item that the sender can see. The text may be empty then. */
      share: ShareReference.nullish(),
      /** Decides between participants of the same name; those that the text does not name are left out. */
      mentions: z.array(z.guid()).max(50, 'You can mention up to 50 people').optional(),
      /** Keeps it until then, in seconds since 1970: the reply has `scheduled` instead of `data`. */
      send_at: sendAt,
    }),
    reply: sentOrScheduled as unknown as typeof sent,
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
  /** What it said before each edit, oldest first, and last what it says now. */
  versions: route({
    method: 'GET',
    path: '/api/messages/:id/versions',
    params: idParams,
    reply: envelope(z.array(z.object({ content: z.string(), written_at: z.int() }))),
  }),
  remove: route({ method: 'DELETE', path: '/api/messages/:id', params: idParams, reply: emptyEnvelope }),
  /** Repeating it changes nothing. 409 for a fourth emoji of a user. */
  react: route({
    method: 'PUT',
    path: '/api/messages/:id/reactions/:emoji',
    params: reactionParams,
    reply: envelope(z.object({ reactions: z.array(Reaction) })),
  }),
  unreact: route({
    method: 'DELETE',
    path: '/api/messages/:id/reactions/:emoji',
    params: reactionParams,
    reply: envelope(z.object({ reactions: z.array(Reaction) })),
  }),
  /** Who reacted, by emoji. */
  reactions: route({
    method: 'GET',
    path: '/api/messages/:id/reactions',
    params: idParams,
    reply: envelope(z.array(z.object({ emoji: z.string(), people: z.array(Author) }))),
  }),
  report: reportRoute('/api/messages/:id/report', idParams),
}
