import { sql } from 'kysely'
import { isPushedByDefault } from '../../../shared/notification-kinds.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { isMinor } from '../../../shared/server/minors.ts'
import { wantsPush } from '../../../shared/server/push.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import type { Level } from '../conversation-contract.ts'
import { effectiveLevel } from './levels.ts'
import type { MessageRow } from './message-queries.ts'

/**
 * SQL condition: a participant and the user share their receipts or typing. A user who turns it off sees it of no one, so that it
 * stays mutual.
 */
export const sharesWith = (
  what: 'receipts' | 'typing',
  schoolId: SqlParam<string>,
  user: SqlParam<string>,
) => sql<boolean>`not exists (
  select from users as person join schools on schools.id = person.school_id
  left join safety_settings as sharing on sharing.school_id = person.school_id and sharing.user_id = person.id
  where person.school_id = ${schoolId} and person.id in (participants.user_id, ${user})
    and not coalesce(${sql.ref(`sharing.${what}`)}, not ${isMinor('person')}))`

/** People of the largest groups with receipts. */
const maxWithReceipts = 50

/** SQL condition: `conversations` is that of a group with more people. No one sees there how far others have read. */
export const isWithoutReceipts = sql<boolean>`(conversations.kind = 'group' and exists (
  select from participants as member where member.school_id = conversations.school_id
    and member.conversation_id = conversations.id offset ${sql.lit(maxWithReceipts)}))`

type Slots = SqlParams<{ viewer: string; school: string; id: string }>

const audience = (db: Db, { viewer, school, id }: Slots) =>
  db
    .selectFrom('participants')
    .where('participants.school_id', '=', school)
    .where('participants.conversation_id', '=', id)
    .where('participants.state', '=', 'open')
    .where(noBlockBetween({ id: viewer, schoolId: school }, 'participants.user_id'))

const loadAudience = prepared((db, slots: Slots) => audience(db, slots).select('participants.user_id'))

/** Ids of the participants who receive the user's events in a conversation, including the user. */
export async function listAudience(db: Db, viewer: { id: string; schoolId: string }, id: string): Promise<string[]> {
  const rows = await loadAudience(db, { viewer: viewer.id, school: viewer.schoolId, id })
  return rows.map(({ user_id }) => user_id)
}

const prepareSharing = (what: 'receipts' | 'typing') =>
  prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
    db
      .selectFrom('participants')
      .innerJoin('conversations', (join) =>
        join
          .onRef('conversations.school_id', '=', 'participants.school_id')
          .onRef('conversations.id', '=', 'participants.conversation_id'),
      )
      .where('participants.school_id', '=', school)
      .where('participants.conversation_id', '=', id)
      .where('participants.state', '=', 'open')
      .where(noBlockBetween({ id: viewer, schoolId: school }, 'participants.user_id'))
      .where(sql<boolean>`(participants.user_id = ${viewer} or (${sharesWith(what, school, viewer)}
        and ${what === 'typing' ? sql`true` : sql`not ${isWithoutReceipts}`}))`)
      .select('participants.user_id'),
  )
const sharing = { receipts: prepareSharing('receipts'), typing: prepareSharing('typing') }

/** Those of the audience who see how far the user has read, or that they type. Always includes the user. */
export async function listSharing(
  db: Db,
  viewer: { id: string; schoolId: string },
  id: string,
  what: 'receipts' | 'typing',
): Promise<string[]> {
  const rows = await sharing[what](db, { viewer: viewer.id, school: viewer.schoolId, id })
  return rows.map(({ user_id }) => user_id)
}

/**
 * Who receives a message, what notifies each of them, who gets pushes of messages at all, and who does not see the message
 * that it answers.
 */
export type MessageAudience = {
  readonly people: readonly string[]
  readonly levels: ReadonlyMap<string, Level>
  readonly pushable: ReadonlySet<string>
  readonly withoutQuote: ReadonlySet<string>
}

type AudienceRow = { user_id: string; level: Level; is_pushable: boolean; is_without_quote?: boolean }

const toAudience = (rows: readonly AudienceRow[]): MessageAudience => ({
  people: rows.map(({ user_id }) => user_id),
  levels: new Map(rows.map(({ user_id, level }) => [user_id, level])),
  pushable: new Set(rows.filter(({ is_pushable }) => is_pushable).map(({ user_id }) => user_id)),
  withoutQuote: new Set(rows.filter(({ is_without_quote }) => is_without_quote).map(({ user_id }) => user_id)),
})

const messageAudience = (db: Db, slots: Slots) =>
  audience(db, slots)
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.school_id', '=', 'participants.school_id')
        .onRef('conversations.id', '=', 'participants.conversation_id'),
    )
    .select([
      'participants.user_id',
      effectiveLevel('participants').as('level'),
      wantsPush(
        { schoolId: slots.school, id: sql.ref('participants.user_id') },
        'message',
        isPushedByDefault('message'),
      ).as('is_pushable'),
    ])

const loadMessageAudience = prepared(messageAudience)

type ReplySlots = Slots & SqlParams<{ seq: number; author: string | null }>

const loadReplyAudience = prepared((db, slots: ReplySlots) =>
  messageAudience(db, slots).select(
    sql<boolean>`(participants.cleared_seq >= ${slots.seq}::int or (conversations.kind in ('several', 'group')
      and exists (select from blocks where blocks.school_id = ${slots.school}
        and (blocks.blocker_id, blocks.blocked_id) in ((participants.user_id, ${slots.author}::uuid),
          (${slots.author}::uuid, participants.user_id)))))`.as('is_without_quote'),
  ),
)

/** The audience of a message of the user. */
export async function listMessageAudience(
  db: Db,
  viewer: Viewer,
  { conversation_id: id, quote, reply_to_seq }: Pick<MessageRow, 'conversation_id' | 'quote' | 'reply_to_seq'>,
): Promise<MessageAudience> {
  if (!quote || reply_to_seq === null)
    return toAudience(await loadMessageAudience(db, { viewer: viewer.id, school: viewer.schoolId, id }))
  const slots = { viewer: viewer.id, school: viewer.schoolId, id, seq: reply_to_seq, author: quote.sender_id }
  return toAudience(await loadReplyAudience(db, slots))
}
