import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, pageQuery, pagination, route, text } from '../../shared/contract.ts'
import { Author } from '../people/contract.ts'
import { both, MessageSummary, messageLimits } from './contract.ts'

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
  last_message: MessageSummary.nullable(),
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

declare module '../../shared/live-events.ts' {
  interface LiveEventMap {
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
