import { sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import type { PersonalData, UserRef } from '../../../shared/server/personal-data.ts'
import type { MediaRule } from '../../media/server/access.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { withholdsRows } from '../../moderation/server/withholding.ts'
import { hasActiveOwner } from '../../people/server/media-rules.ts'
import { messages } from '../contract.ts'
import { collectEvidence } from './evidence.ts'
import { deleteMessage } from './message-actions.ts'
import { findMessageContext } from './message-context.ts'
import { isPresent, messageOr404 } from './message-queries.ts'
import { isReportable } from './policy.ts'
import { publishWithheld } from './publish.ts'
import { findVanished, readVanished } from './vanished.ts'

const isFromOwnConversation: MediaRule = (viewer) =>
  sql<boolean>`exists (select from messages join participants
      on participants.school_id = ${viewer.schoolId} and participants.conversation_id = messages.conversation_id
    where messages.school_id = ${viewer.schoolId} and messages.id = uploads.item_id
      and participants.user_id = ${viewer.id} and ${isPresent()})`

/** Reportable messages. Moderators can read a message, and two on each side of it, only after a participant reported it. */
export const messageContentTypes: readonly ContentType[] = [
  {
    kind: 'message',
    label: 'message',
    async snapshot(db, schoolId, id) {
      const message = await db
        .selectFrom('messages')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['id', 'content', 'image_url', 'has_files', 'sender_id'])
        .executeTakeFirst()
      if (!message) return undefined
      const evidence = (await collectEvidence(db, schoolId, [message])).get(id)
      return evidence && { ...evidence, authorId: message.sender_id, seal: null }
    },
    context: findMessageContext,
    remove: async (trx, schoolId, id) => (await deleteMessage(trx, schoolId, id)) !== undefined,
    ...withholdsRows('messages', { uploads: 'message' }),
    publishChange: publishWithheld,
    report: {
      route: messages.report,
      async find(db, viewer, { id = '' }) {
        const vanished = await findVanished(db, viewer, id)
        if (vanished) return vanished
        const message = await messageOr404(db, viewer, id)
        if (!isReportable(message)) throw notFound('Message not found')
        return message.id
      },
      snapshotOfCopy: readVanished,
      thanks: 'Message reported successfully',
    },
    canRead: { message: [hasActiveOwner, isFromOwnConversation] },
  },
]

export const messagePersonalData: readonly PersonalData[] = [
  {
    table: 'messages',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('messages')
        .where('school_id', '=', schoolId)
        .where('sender_id', '=', id)
        .where('system_kind', 'is', null)
        .where(isPresent())
        .select([
          'id',
          'conversation_id',
          'type',
          'content',
          'image_url',
          'has_files',
          'reply_to_seq',
          'share_kind',
          'share_id',
          'mentions',
          'created_at',
          'edited_at',
          'vanish_at',
        ])
        .execute(),
  },
  {
    table: 'message_versions',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('message_versions')
        .innerJoin('messages', (join) =>
          join
            .onRef('messages.school_id', '=', 'message_versions.school_id')
            .onRef('messages.id', '=', 'message_versions.message_id'),
        )
        .where('messages.school_id', '=', schoolId)
        .where('messages.sender_id', '=', id)
        .where(isPresent())
        .select(['message_id', 'version', 'message_versions.content', 'written_at'])
        .execute(),
  },
  {
    table: 'message_pins',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('message_pins')
        .where('school_id', '=', schoolId)
        .where('pinned_by', '=', id)
        .select(['conversation_id', 'message_id', 'pinned_by', 'pinned_at'])
        .execute(),
  },
  {
    table: 'message_drafts',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('message_drafts')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['conversation_id', 'text', 'updated_at'])
        .execute(),
  },
  {
    table: 'scheduled_messages',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('scheduled_messages')
        .where('school_id', '=', schoolId)
        .where('sender_id', '=', id)
        .select(['conversation_id', 'content', 'reply_to', 'send_at', 'failed_at', 'created_at'])
        .execute(),
  },
  {
    table: 'message_reminders',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('message_reminders')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['message_id', 'at'])
        .execute(),
  },
  {
    table: 'message_reactions',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('message_reactions')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['message_id', 'emoji', 'created_at'])
        .execute(),
  },
  {
    table: 'conversations',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('conversations')
        .where('school_id', '=', schoolId)
        .where('owner_id', '=', id)
        .select(['id', 'kind', 'title', 'renamed_by', 'vanish_after', 'created_at'])
        .execute(),
  },
  {
    table: 'participants',
    async export(db, person) {
      const [own, requested] = [await listMemberships(db, person), await listSentRequests(db, person)]
      return [...own, ...requested]
    },
    /** The topic contains user ids. Replacing it removes the deleted id, and no call finds the conversation by it again. */
    async remove(db, { id, schoolId }) {
      await sql`update conversations set topic = 'left ' || conversations.id from participants
        where participants.school_id = ${schoolId} and participants.user_id = ${id}
          and conversations.school_id = participants.school_id and conversations.id = participants.conversation_id
          and conversations.kind in ('direct', 'listing')`.execute(db)
    },
  },
  {
    table: 'conversation_exits',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('conversation_exits')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['conversation_id', 'at as left_at'])
        .execute(),
  },
]

const selectParticipants = (db: Db, schoolId: string) =>
  db
    .selectFrom('participants')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.school_id', '=', 'participants.school_id')
        .onRef('conversations.id', '=', 'participants.conversation_id'),
    )
    .where('participants.school_id', '=', schoolId)

const listMemberships = (db: Db, { id, schoolId }: UserRef) =>
  selectParticipants(db, schoolId)
    .where('participants.user_id', '=', id)
    .select(['conversation_id', 'kind', 'title', 'muted', 'level', 'joined_at', 'state'])
    .execute()

/** The requests and invitations of the user. Without the answers: a decline is silent. */
const listSentRequests = (db: Db, { id, schoolId }: UserRef) =>
  selectParticipants(db, schoolId)
    .where('participants.requested_by', '=', id)
    .where('participants.requested_at', 'is not', null)
    .select(['conversation_id', 'kind', 'title', 'user_id as requested_user_id', 'requested_at'])
    .execute()
