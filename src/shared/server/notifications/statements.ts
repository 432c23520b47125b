import { type RawBuilder, sql } from 'kysely'
import { importantKinds, type NotificationKind } from '../../notification-kinds.ts'
import { findMutedWord, foldText, type MutedWord, type WordPlace } from '../../words.ts'
import { prepared, type SqlParam, type SqlParams } from '../db/prepared.ts'
import type { Trx } from '../db/transaction.ts'
import { wantsPush } from '../push.ts'

/** The text that caused a notification. */
export type Quote = { readonly text: string; readonly place: WordPlace }

/** A user whose muted words decide whether they are notified. */
export type Undecided = {
  readonly user_id: string
  readonly words: readonly MutedWord[]
  readonly is_by_friend: boolean
}

/** Who was notified, whether one of them gets an email now, and who gets a push. */
export type StoredNotifications = {
  readonly notified: readonly string[]
  readonly mail_is_due: boolean
  readonly pushed: readonly string[]
}
/** The same of a statement with `insertQuoting`: `undecided` are not notified yet. */
export type QuotingNotifications = StoredNotifications & { readonly undecided: readonly Undecided[] }

/** SQL of `StoredNotifications`, from a CTE `stored` that is an `insertNotification`. */
export const storedColumns = sql`array(select user_id from stored) as notified,
  exists (select from stored where is_due) as mail_is_due, array(select user_id from stored where is_pushed) as pushed`
/** SQL of `QuotingNotifications`, from the CTEs of `insertQuoting`. */
export const quotingColumns = sql`${storedColumns},
  (select coalesce(json_agg(undecided), '[]') from undecided) as undecided`
/** `storedColumns` for a statement that fails when a user gets an email or a push. */
export const onlyNotified = sql`array(select user_id from stored) as notified, false as mail_is_due, '{}'::uuid[] as pushed`
/** The same for a statement that notifies no user. */
export const noneStored = sql`'{}'::uuid[] as notified, false as mail_is_due, '{}'::uuid[] as pushed`

/** The values of a stored notification. */
export type NotificationValues = {
  schoolId: string
  kind: NotificationKind
  link: string
  params: string
  /** The rendered text, for servers of the previous version. */
  told: string
  /** The default channel of this kind, for users who have not chosen one. */
  way: string
  /** Whether this kind is pushed to users who have not chosen. */
  push: boolean
  by: string | null
  /** The named actor; null for anonymous actions. */
  named: string | null
  /** `named`, unless mutes do not apply to this kind. */
  mutable: string | null
  anonymous: boolean
  mailed: boolean
  emails: string | null
}

export type NotificationParameters = { readonly [K in keyof NotificationValues]: SqlParam<NotificationValues[K]> }

/**
 * A further actor moves the unread row to the top, but not again within this time: an unchanged `created_at` keeps the
 * update out of the indexes (HOT), which halves the cost of a like of a popular post.
 */
const bumpInterval = sql`interval '1 minute'`

/**
 * SQL that inserts one row per user, or adds the actor to the user's unread row. `areMeant` is a condition on `users`. It
 * can be a CTE of a larger statement. `events` is a table of the FROM clause, for values that differ between events.
 */
export const insertNotification = (
  word: NotificationParameters,
  areMeant: RawBuilder<unknown>,
  events: RawBuilder<unknown> = sql`asked`,
) => sql<{
  user_id: string
  is_due: boolean
  is_pushed: boolean
}>`
  with asked as (select case when ${word.anonymous}::boolean then date_trunc('minute', now()) else now() end as at)
  insert into notifications as held (school_id, user_id, kind, link, params, sentence, actors, created_at, due)
  select users.school_id, users.id, ${word.kind}, ${word.link}, ${word.params}::jsonb, ${word.told}, array_remove(array[${word.named}::uuid], null), asked.at,
    case when users.email_notifications and not ${word.mailed}::boolean and chosen.way <> 'product'
      then coalesce(${word.emails}::text, chosen.way) end
  from users cross join ${events}
  left join notification_choices as choice on choice.school_id = users.school_id and choice.user_id = users.id
  cross join lateral (select coalesce(choice.ways ->> ${word.kind}::text, ${word.way}::text)) as chosen (way)
  where users.school_id = ${word.schoolId} and ${areMeant} and users.id is distinct from ${word.by}::uuid
    and users.deleted_at is null and chosen.way <> 'off'
    and not exists (select from blocks where blocks.school_id = users.school_id and
      (blocks.blocker_id, blocks.blocked_id) in ((users.id, ${word.named}::uuid), (${word.named}::uuid, users.id)))
    and not exists (select from mutes where mutes.school_id = users.school_id and mutes.user_id = users.id
      and mutes.muted_id = ${word.mutable}::uuid)
  order by users.id
  on conflict (school_id, user_id, kind, link) where read_at is null and user_id is not null do update set
    actors = (excluded.actors || (select coalesce(array_agg(one order by place), '{}')
      from unnest(held.actors) with ordinality as those (one, place) where one <> all (excluded.actors)))[1:100],
    params = excluded.params, sentence = excluded.sentence, times = held.times + 1,
    created_at = case when excluded.created_at < held.created_at + ${bumpInterval} then held.created_at
      else excluded.created_at end
  returning user_id, due = 'mail' and times = 1 as is_due,
    ${wantsPush({ schoolId: word.schoolId, id: sql.ref('held.user_id') }, word.kind, word.push)} as is_pushed`

/**
 * SQL of CTEs `stored` and `undecided`: an `insertNotification` without users who mute words, and these users. Words are
 * compared in code, so that the server and the page use the same function.
 */
export const insertQuoting = (word: NotificationParameters, areMeant: RawBuilder<unknown>) => sql`
  stored as (${insertNotification(
    word,
    sql`${areMeant} and not exists (select from safety_settings as own
      where own.school_id = users.school_id and own.user_id = users.id and own.words <> '[]')`,
  )}),
  undecided as (
    select users.id as user_id, own.words, exists (select from friendships where friendships.school_id = ${word.schoolId}
      and friendships.user_id = users.id and friendships.friend_id = ${word.named}::uuid) as is_by_friend
    from users join safety_settings as own on own.school_id = users.school_id and own.user_id = users.id
    where users.school_id = ${word.schoolId} and ${areMeant} and own.words <> '[]')`

/** Those of the users whose muted words are not in the text. */
export function selectUnmuted({ text, place }: Quote, undecided: readonly Undecided[]): string[] {
  const folded = foldText(text)
  return undecided
    .filter(({ words, is_by_friend: isByFriend }) => findMutedWord(words, { folded, place, isByFriend }) === undefined)
    .map(({ user_id }) => user_id)
}

export const insertNotifications = prepared(
  (_db, slots: SqlParams<NotificationValues & { people: readonly string[] }>) =>
    insertNotification(slots, sql`users.id = any (${slots.people}::uuid[])`),
)

type EventLists = { links: readonly string[]; allParams: readonly string[]; texts: readonly string[] }

export const insertOfEach = prepared(
  (_db, slots: SqlParams<NotificationValues & EventLists & { people: readonly string[] }>) => {
    const { schoolId, kind, way, push, by, named, mutable, anonymous, mailed, emails } = slots
    const same = { schoolId, kind, way, push, by, named, mutable, anonymous, mailed, emails }
    const word = {
      ...same,
      link: sql.ref<string>('event.link'),
      params: sql.ref<string>('event.params'),
      told: sql.ref<string>('event.text'),
    }
    const events = sql`asked
      cross join unnest(${slots.links}::text[], ${slots.allParams}::text[], ${slots.texts}::text[]) as event (link, params, text)`
    return insertNotification(word, sql`users.id = any (${slots.people}::uuid[])`, events)
  },
)

export const selectQuoting = (word: NotificationParameters, areMeant: RawBuilder<unknown>) => sql<QuotingNotifications>`
  with ${insertQuoting(word, areMeant)} select ${quotingColumns}`
export const insertQuotingNotifications = prepared(
  (_db, slots: SqlParams<NotificationValues & { people: readonly string[] }>) =>
    selectQuoting(slots, sql`users.id = any (${slots.people}::uuid[])`),
)

/**
 * SQL of CTEs that remove the actor from a user's unread row, or the row if it names no other: for an action that was
 * undone. They apply if `isUndone` holds. The lock comes first, so that concurrent retractions each decide on what the
 * former one left.
 */
export const retractNotification = (
  { schoolId, kind, link, from, actor }: SqlParams<Retraction>,
  isUndone: RawBuilder<unknown>,
) => sql`
  held as (
    select id, actors from notifications
    where school_id = ${schoolId} and user_id = ${from}::uuid and kind = ${kind} and link = ${link}
      and read_at is null and ${actor}::uuid = any (actors) and ${isUndone}
    for update),
  reduced as (
    update notifications set actors = array_remove(held.actors, ${actor}::uuid), times = greatest(times - 1, 1)
    from held where school_id = ${schoolId} and notifications.id = held.id and cardinality(held.actors) > 1),
  removed as (
    delete from notifications using held
    where school_id = ${schoolId} and notifications.id = held.id and cardinality(held.actors) = 1)`
type Retraction = { schoolId: string; kind: string; link: string; from: string | null; actor: string | null }

export const removeActor = prepared(
  (_db, slots: SqlParams<Retraction>) => sql`with ${retractNotification(slots, sql`true`)} select`,
)

/** Removes an actor from all notifications of a user, except those of `importantKinds`. */
export async function removeActorFromAll(
  trx: Trx,
  { schoolId, userId, actorId }: { schoolId: string; userId: string; actorId: string },
): Promise<void> {
  await sql`
    with reduced as (
      update notifications set actors = array_remove(actors, ${actorId}::uuid)
      where school_id = ${schoolId} and user_id = ${userId} and ${actorId}::uuid = any (actors)
        and cardinality(actors) > 1 and kind <> all (${importantKinds}::text[]))
    delete from notifications where school_id = ${schoolId} and user_id = ${userId}
      and actors = array[${actorId}::uuid] and kind <> all (${importantKinds}::text[])`.execute(trx)
}

/** Removes two users from each other's notifications. */
export async function removeBetween(trx: Trx, schoolId: string, one: string, other: string): Promise<void> {
  await sql`
    with between (user_id, actor) as (values (${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)),
    left_over as (
      update notifications set actors = array_remove(actors, actor) from between
      where school_id = ${schoolId} and notifications.user_id = between.user_id
        and actor = any (actors) and cardinality(actors) > 1)
    delete from notifications using between
    where school_id = ${schoolId} and notifications.user_id = between.user_id and actors = array[actor]`.execute(trx)
}

/**
 * Removes the notifications that name an item or its group, and have one of these links or one that begins with it. The links
 * decide, not a list of members: users who have left the group still have them.
 */
export async function removeNotifications(trx: Trx, schoolId: string, links: RawBuilder<unknown>): Promise<void> {
  // The condition on params is that of the index notifications_by_link.
  await sql`delete from notifications using (${links}) as gone (link)
    where school_id = ${schoolId} and (params ? 'title' or params ? 'group_name')
      and notifications.link ~>=~ gone.link and notifications.link ~<~ (gone.link || '~')`.execute(trx)
}
