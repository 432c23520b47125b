import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, route, searchText, text } from '../../shared/contract.ts'
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

export const systemKinds = ['left', 'joined', 'removed', 'renamed', 'vanishing', 'pictured'] as const
export type SystemKind = (typeof systemKinds)[number]

/** What the list of conversations shows of the last message. */
export const MessageSummary = z.object({
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
  /** How often it has changed, with its reactions and its pin. A larger one is newer. */
  revision: z.int(),
})

const Reaction = z.object({ emoji: z.string(), count: z.int(), mine: z.boolean() })
export type Reaction = z.infer<typeof Reaction>
const Reactions = z.object({ reactions: z.array(Reaction), revision: z.int() })

/** The message that a reply answers. Without an id, it is deleted, or hidden from the viewer: the excerpt says so. */
const Quote = z.object({
  id: z.guid().nullable(),
  seq: z.int(),
  sender_id: z.guid().nullable(),
  sender_name: z.string().nullable(),
  excerpt: z.string(),
  /** Of the message, when the excerpt was read; null without an id. */
  revision: z.int().nullable(),
})
export type Quote = z.infer<typeof Quote>

export const Message = z.object({
  ...MessageSummary.shape,
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

/** Both path families: `/conversations…` and `/messages/conversations…`. */
export const both = <const P extends string>(path: P) => ({
  path: `/conversations${path}` as const,
  aliases: [`/messages/conversations${path}`],
})

/** Revision of the message after the change. Events of earlier releases have none. */
type Revised = { revision?: number }

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
    'message.created': { conversation_id: string; message: Message }
    'message.updated': { conversation_id: string; message: Message }
    'message.deleted': { conversation_id: string; message_id: string } & Revised
    /** Number of users who react with this emoji. `mine` only in the events of the user who acted. */
    'message.reacted': {
      conversation_id: string
      message_id: string
      emoji: string
      count: number
      mine?: boolean
    } & Revised
  }
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
    reply: envelope(Reactions),
  }),
  unreact: route({
    method: 'DELETE',
    path: '/api/messages/:id/reactions/:emoji',
    params: reactionParams,
    reply: envelope(Reactions),
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
