import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { deleteConversation } from './deletion.ts'
import { canAdd, canWriteTo } from './requests.ts'

type NewConversation = {
  readonly schoolId: string
  readonly kind: 'direct' | 'several' | 'group' | 'listing'
  /** Unique key: at most one conversation per topic. Null for conversations of several users, which may repeat. */
  readonly topic: string | null
  readonly title: string | null
  readonly groupId?: string
  readonly listingId?: string
  readonly people: readonly string[]
  /** The creator, whose list shows the conversation before the first message. */
  readonly by: string | null
}

/** Creates a conversation, or finds the existing one for its topic. Of concurrent calls exactly one gets `isNew`. */
const createConversation = async (
  trx: Trx,
  { people, by, ...about }: NewConversation,
): Promise<{ id: string; isNew: boolean }> => {
  const created = await trx
    .insertInto('conversations')
    .values({
      school_id: about.schoolId,
      owner_id: about.kind === 'several' ? by : null,
      id: newId(),
      kind: about.kind,
      topic: about.topic,
      title: about.title,
      group_id: about.groupId ?? null,
      marketplace_listing_id: about.listingId ?? null,
    })
    .onConflict((same) => same.columns(['school_id', 'topic']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created) {
    await addPeople(trx, about.schoolId, created.id, people, by)
    return { id: created.id, isNew: true }
  }
  const { id } = await trx
    .selectFrom('conversations')
    .where('school_id', '=', about.schoolId)
    .where('topic', '=', about.topic)
    .select('id')
    .executeTakeFirstOrThrow()
  return { id, isNew: false }
}

/** Adds participants with everything marked as read. They can see earlier messages. */
const addPeople = (trx: Trx, schoolId: string, id: string, people: readonly string[], by: string | null) =>
  sql`
  insert into participants (school_id, conversation_id, user_id, read_seq, hidden_seq, state, requested_by, requested_at)
  select conversations.school_id, conversations.id, person, last_seq,
    case when last_seq = 0 and person is distinct from ${by}::uuid then 0 end,
    case when asked then 'requested' else 'open' end, case when asked then ${by}::uuid end,
    case when asked and kind = 'several' then now() end
  from conversations cross join unnest(${[...people]}::uuid[]) as person
  cross join lateral (select person <> ${by}::uuid and case kind
    when 'direct' then not ${canWriteTo(schoolId, sql`${by}::uuid`, 'person')}
    when 'several' then not ${canAdd(schoolId, sql`${by}::uuid`, 'person')} else false end as asked) as rule
  where conversations.school_id = ${schoolId} and conversations.id = ${id}
  on conflict do nothing`.execute(trx)

/** Returns the conversation of two users. Creates it if there is none; then `isNew` is true. */
export const openDirect = (trx: Trx, viewer: Viewer, other: string) =>
  createConversation(trx, {
    schoolId: viewer.schoolId,
    kind: 'direct',
    topic: directTopic(viewer.id, other),
    title: null,
    people: [viewer.id, other],
    by: viewer.id,
  })

const directTopic = (one: string, other: string) => `direct ${[one, other].sort().join(' ')}`

/** Creates a conversation of the viewer with several others. Returns its id. */
export const createMultiConversation = async (
  trx: Trx,
  viewer: Viewer,
  others: readonly string[],
  title: string | null,
) => {
  const people = [viewer.id, ...others]
  const { schoolId, id: by } = viewer
  const begun = { schoolId, kind: 'several' as const, topic: null, title, people, by }
  return (await createConversation(trx, begun)).id
}

/** For the marketplace: returns the id of the buyer's only conversation with the seller of a listing. */
export const openListingConversation = async (
  trx: Trx,
  buyer: Viewer,
  listing: { readonly id: string; readonly title: string; readonly sellerId: string },
): Promise<string> => {
  const { schoolId, id: by } = buyer
  const opened = await createConversation(trx, {
    schoolId,
    kind: 'listing',
    topic: `listing ${listing.id} ${by}`,
    title: listing.title,
    listingId: listing.id,
    people: [by, listing.sellerId],
    by,
  })
  return opened.id
}

type Group = { readonly schoolId: string; readonly id: string }
const groupTopic = (group: Group) => `group ${group.id}`

/** For groups: returns the id of the group's only conversation. Creates it with all members if there is none. */
export const openGroupConversation = async (
  trx: Trx,
  group: Group & { readonly name: string; readonly members: readonly string[] },
): Promise<string> => {
  const { schoolId, id: groupId, name: title, members: people } = group
  const begun = { schoolId, kind: 'group' as const, topic: groupTopic(group), title, groupId, people, by: null }
  return (await createConversation(trx, begun)).id
}

/** For groups, in the transaction that adds members: adds them to the group's conversation, if there is one. */
export async function joinGroupConversation(trx: Trx, group: Group, people: readonly string[]): Promise<void> {
  const id = await lockTopic(trx, group)
  if (id) await addPeople(trx, group.schoolId, id, people, null)
}

/** For groups, in the transaction that removes members: removes them from the group's conversation. */
export async function leaveGroupConversation(trx: Trx, group: Group, people: readonly string[]): Promise<void> {
  const id = await lockTopic(trx, group)
  if (!id || people.length === 0) return
  await trx
    .deleteFrom('participants')
    .where('school_id', '=', group.schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', 'in', [...people])
    .execute()
}

/** For groups: mutes or unmutes the conversation together with the group. */
export const muteGroupConversation = (trx: Trx, { id: person, schoolId }: Viewer, groupId: string, muted: boolean) =>
  sql`
  update participants set muted = ${muted} from conversations
  where conversations.school_id = ${schoolId} and conversations.topic = ${groupTopic({ schoolId, id: groupId })}
    and participants.school_id = ${schoolId} and participants.conversation_id = conversations.id
    and participants.user_id = ${person}`.execute(trx)

/** For groups: renames the conversation together with the group. */
export const renameGroupConversation = (trx: Trx, group: Group & { readonly name: string }) =>
  trx
    .updateTable('conversations')
    .set({ title: group.name })
    .where('school_id', '=', group.schoolId)
    .where('topic', '=', groupTopic(group))
    .execute()

/** For groups: deletes the conversation with its messages. */
export async function deleteGroupConversation(trx: Trx, group: Group): Promise<void> {
  const id = await lockTopic(trx, group)
  if (id !== undefined) await deleteConversation(trx, group.schoolId, id)
}

/** Locks the conversation, so that a message is sent either before or after participants change, not in between. */
const lockTopic = async (trx: Trx, group: Group) =>
  (
    await trx
      .selectFrom('conversations')
      .where('school_id', '=', group.schoolId)
      .where('topic', '=', groupTopic(group))
      .select('id')
      .forUpdate()
      .executeTakeFirst()
  )?.id

const participation = (trx: Trx, viewer: Viewer, id: string) =>
  trx
    .updateTable('participants')
    .where('school_id', '=', viewer.schoolId)
    .where('conversation_id', '=', id)
    .where('user_id', '=', viewer.id)

const lastSeq = sql<number>`(select last_seq from conversations
  where conversations.school_id = participants.school_id and conversations.id = participants.conversation_id)`

/** Shows a conversation that the viewer had removed in their list again. */
export const unhideConversation = (trx: Trx, viewer: Viewer, id: string) =>
  participation(trx, viewer, id).set({ hidden_seq: null }).where('hidden_seq', 'is not', null).execute()

/** Clears the present messages for the viewer only. `hide` also removes the conversation from their list. */
export const clearHistory = (trx: Trx, viewer: Viewer, id: string, { hide = false } = {}) =>
  participation(trx, viewer, id)
    .set({ cleared_seq: lastSeq, read_seq: lastSeq, ...(hide ? { hidden_seq: lastSeq } : {}) })
    .execute()

/** Mutes or unmutes a conversation for the viewer. */
export const mute = (trx: Trx, viewer: Viewer, id: string, muted: boolean) =>
  participation(trx, viewer, id).set({ muted }).execute()

/** Marks messages as read up to a number, by default all. Returns the number, or undefined when nothing changed. */
export const markRead = async (trx: Trx, viewer: Viewer, id: string, upTo?: number): Promise<number | undefined> => {
  const seq = upTo === undefined ? lastSeq : sql<number>`least(${upTo}::int, ${lastSeq})`
  const row = await participation(trx, viewer, id)
    .set({ read_seq: seq })
    .where(sql<boolean>`read_seq < ${seq}`)
    .returning('read_seq')
    .executeTakeFirst()
  return row?.read_seq
}
