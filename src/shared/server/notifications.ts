import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import {
  importantKinds,
  isPushedByDefault,
  type NotificationContent,
  type NotificationKind,
  type NotificationMessages,
  notificationKinds,
} from '../notification-kinds.ts'
import { findMutedWord, foldText, type MutedWord, type WordPlace } from '../words.ts'
import type { Anonymity, SealedItem } from './crypto/anonymity.ts'
import { openSealedInbox, type SealedInbox, type SealedNotice } from './crypto/sealed-inbox.ts'
import type { SecretBox } from './crypto/secret-box.ts'
import type { Db } from './db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from './db/prepared.ts'
import type { Trx } from './db/transaction.ts'
import { enqueue, type Job } from './jobs/jobs.ts'
import type { Live } from './live/streams.ts'
import { enqueuePushes, enqueuePushesOfEach, toPushTopic, wantsPush } from './push.ts'

/** An event that users are notified of. */
export type NotificationEvent = NotificationContent & {
  readonly schoolId: string
  /** The page to open. A further event of the same kind and link joins the row that is still unread. */
  readonly link: string
  /** The acting user, who is never notified, nor is any user with a block between them. */
  readonly actorId?: string | undefined
  /** Names no actor, and stores the time to the minute. Ignores blocks, which would reveal the actor. */
  readonly anonymous?: boolean
  /** The caller mails it, so no further email follows. */
  readonly isMailed?: boolean
  /** The caller pushes it, so no further push follows. */
  readonly isPushed?: boolean
  /** The text that caused it. Users whose muted words are in it are not notified. Not stored. */
  readonly quote?: Quote | undefined
  /** When users who get emails of this kind get this one, instead of what they chose for the kind. */
  readonly emails?: 'mail' | 'digest' | undefined
}

type UncausedEvent = NotificationContent & Pick<NotificationEvent, 'schoolId' | 'link'>

export type Quote = { readonly text: string; readonly place: WordPlace }

type Retracted = Pick<NotificationEvent, 'schoolId' | 'kind' | 'link' | 'actorId'>

export type Notifications = {
  /** Renders the text of a stored notification: '{names} liked your post'. */
  readonly render: RenderText
  /** Notifies users, given as ids or as a query of ids, in one statement. Part of the transaction `trx`. */
  notify(trx: Trx, event: NotificationEvent, to: readonly string[] | RawBuilder<string>): Promise<void>
  /**
   * The same of several events in one statement: of one school and kind, each with another link, and caused by no user.
   */
  notifyOfEach(trx: Trx, events: readonly UncausedEvent[], to: readonly string[]): Promise<void>
  /**
   * Notifies the author of an anonymous item without revealing the author: a job does it after a random delay of
   * minutes, so that neither the time nor the position of the row leads to the cause.
   */
  notifySealedAuthor(trx: Trx, event: NotificationEvent, item: SealedItem, seal: Buffer): Promise<void>
  /** Removes the notification of an action that was undone, while it is unread. */
  retract(trx: Trx, event: Retracted, from: string): Promise<void>
  /** The values of an event for a statement of the caller that contains `insertNotification`. */
  toValues(event: NotificationEvent): NotificationValues
  /** Live event, mail and push of notifications that a statement of the caller stored with `insertNotification`. */
  announce(trx: Trx, event: AnnouncedEvent, stored: StoredNotifications): Promise<void>
  /** The same with `insertQuoting`: also notifies the undecided whose muted words are not in the text, in one statement more. */
  announceQuoting(trx: Trx, event: QuotingEvent, stored: QuotingNotifications): Promise<void>
  /** Removes a user that another muted from the other's notifications, except those of `importantKinds`. */
  removeActor(trx: Trx, pair: { schoolId: string; userId: string; actorId: string }): Promise<void>
  /** Removes two users from each other's notifications. */
  removeBetween(trx: Trx, schoolId: string, one: string, other: string): Promise<void>
  /** Notifications for the authors of anonymous items. */
  readonly inbox: SealedInbox
  readonly jobs: (db: Db) => readonly Job[]
}

/** The job that mails notifications which are not part of a digest. */
export const mailJob = 'mail_notifications'
const authorJob = 'tell_sealed_author'
const maxTextLength = 500
/** Maximum delay until the author of an anonymous item is notified. */
const maxDelaySeconds = 300

type AnnouncedEvent = Pick<NotificationEvent, 'schoolId' | 'link' | 'anonymous'> & { readonly kind: NotificationKind }
/** An event whose statement contains `insertQuoting`. */
export type QuotingEvent = NotificationValues & { readonly quote: Quote }

/** A user whose muted words decide whether they are notified. */
type Undecided = { readonly user_id: string; readonly words: readonly MutedWord[]; readonly is_by_friend: boolean }

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

type NotificationParameters = { readonly [K in keyof NotificationValues]: SqlParam<NotificationValues[K]> }

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
function selectUnmuted({ text, place }: Quote, undecided: readonly Undecided[]): string[] {
  const folded = foldText(text)
  return undecided
    .filter(({ words, is_by_friend: isByFriend }) => findMutedWord(words, { folded, place, isByFriend }) === undefined)
    .map(({ user_id }) => user_id)
}

const insertNotifications = prepared((_db, slots: SqlParams<NotificationValues & { people: readonly string[] }>) =>
  insertNotification(slots, sql`users.id = any (${slots.people}::uuid[])`),
)

type EventLists = { links: readonly string[]; allParams: readonly string[]; texts: readonly string[] }

const insertOfEach = prepared(
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

const selectQuoting = (word: NotificationParameters, areMeant: RawBuilder<unknown>) => sql<QuotingNotifications>`
  with ${insertQuoting(word, areMeant)} select ${quotingColumns}`
const insertQuotingNotifications = prepared(
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

const removeActor = prepared(
  (_db, slots: SqlParams<Retraction>) => sql`with ${retractNotification(slots, sql`true`)} select`,
)

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

/** A stored notification: `params` is null if a server before the params stored it, with the text in `sentence`. */
type StoredText = { readonly kind: string; readonly params?: unknown; readonly sentence?: string | null }
export type RenderText = (stored: StoredText) => string

/** Function that renders the texts of stored notifications. */
export const createRenderText =
  (messages: NotificationMessages): RenderText =>
  ({ kind, params, sentence }) => {
    if (!params || !Object.hasOwn(messages, kind)) return sentence ?? ''
    const message = messages[kind as NotificationKind] as (stored: unknown) => string // stored with this kind
    const text = message(params)
    return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text
  }

export function openNotifications(live: Live, anonymity: Anonymity, messages: NotificationMessages): Notifications {
  const render = createRenderText(messages)
  const inbox = openSealedInbox(live, anonymity)
  const box = sealedNoticeBox(anonymity)
  const notifyAuthorNow = (db: Db, payload: SealedPayload | { readonly sealedNotice: string }) => {
    // Jobs of older versions have unencrypted payloads.
    const { happening, item, seal } = 'sealedNotice' in payload ? parseNotice(box, payload.sealedNotice) : payload
    return inbox.deliver(db, happening, item, Buffer.from(seal, 'base64'))
  }

  const announce: Notifications['announce'] = async (trx, event, { notified, mail_is_due, pushed }) => {
    const { schoolId, kind, link, anonymous = false } = event
    await enqueuePushes(trx, { schoolId, kind, link, anonymous, topic: toPushTopic(kind, link) }, pushed)
    if (notified.length > 0) live.publish(trx, { schoolId, people: notified }, 'notification.created', {})
    if (mail_is_due) await enqueue(trx, mailJob, {})
  }

  const toValues: Notifications['toValues'] = (event) => {
    const { schoolId, kind, link, params, actorId = null, anonymous = false, isMailed = false, emails = null } = event
    return {
      schoolId,
      kind,
      link,
      params: JSON.stringify(params),
      told: render(event),
      way: notificationKinds[kind].way,
      push: isPushedByDefault(kind),
      by: actorId,
      named: anonymous ? null : actorId,
      mutable: anonymous || importantKinds.includes(kind) ? null : actorId,
      anonymous,
      mailed: isMailed,
      emails,
    }
  }

  const announceQuoting = async (
    trx: Trx,
    { quote, ...values }: QuotingEvent,
    { undecided, ...stored }: QuotingNotifications,
    isPushed = false,
  ) => {
    await announce(trx, values, stored)
    const people = undecided.length === 0 ? [] : selectUnmuted(quote, undecided)
    if (people.length === 0) return
    const rows = await insertNotifications(trx, { ...values, people })
    await announce(trx, values, {
      notified: rows.map(({ user_id }) => user_id),
      pushed: isPushed ? [] : rows.filter(({ is_pushed }) => is_pushed).map(({ user_id }) => user_id),
      mail_is_due: rows.some(({ is_due }) => is_due),
    })
  }

  return {
    render,
    inbox,
    toValues,

    async notify(trx, event, to) {
      const values = toValues(event)
      const { quote } = event
      if (quote) {
        const [stored] = Array.isArray(to)
          ? await insertQuotingNotifications(trx, { ...values, people: to })
          : (await selectQuoting(values, sql`users.id in (${to as RawBuilder<string>})`).execute(trx)).rows
        if (!stored) throw new Error('A statement without a row')
        const pushed = event.isPushed ? [] : stored.pushed
        await announceQuoting(trx, { ...values, quote }, { ...stored, pushed }, event.isPushed)
        return
      }
      const rows = Array.isArray(to)
        ? await insertNotifications(trx, { ...values, people: to })
        : (await insertNotification(values, sql`users.id in (${to as RawBuilder<string>})`).execute(trx)).rows
      const notified = rows.map(({ user_id }) => user_id)
      const pushed = event.isPushed ? [] : rows.filter(({ is_pushed }) => is_pushed).map(({ user_id }) => user_id)
      await announce(trx, event, { notified, pushed, mail_is_due: rows.some(({ is_due }) => is_due) })
    },

    async notifyOfEach(trx, events, to) {
      const all = events.map(toValues)
      const [first] = all
      if (!first || to.length === 0) return
      const rows = await insertOfEach(trx, {
        ...first,
        people: to,
        links: all.map(({ link }) => link),
        allParams: all.map(({ params }) => params),
        texts: all.map(({ told }) => told),
      })
      const { schoolId, kind } = first
      const pushed = new Set(rows.filter(({ is_pushed }) => is_pushed).map(({ user_id }) => user_id))
      const topics = all.map(({ link }) => ({ link, topic: toPushTopic(kind, link) }))
      await enqueuePushesOfEach(trx, { schoolId, kind, topics }, [...pushed])
      const people = [...new Set(rows.map(({ user_id }) => user_id))]
      if (people.length > 0) live.publish(trx, { schoolId, people }, 'notification.created', {})
      if (rows.some(({ is_due }) => is_due)) await enqueue(trx, mailJob, {})
    },

    announce,
    announceQuoting: (trx, event, stored) => announceQuoting(trx, event, stored),

    async notifySealedAuthor(trx, event, item, seal) {
      const { kind, link, params } = event
      const happening = { kind, link, params, sentence: render(event) } // without the actor, who may be anonymous too
      const payload: SealedPayload = { happening, item, seal: seal.toString('base64') }
      await enqueue(trx, authorJob, { sealedNotice: sealNotice(box, payload) }, randomInt(maxDelaySeconds))
    },

    async retract(trx, { schoolId, kind, link, actorId = null }, from) {
      await removeActor(trx, { schoolId, kind, link, from, actor: actorId })
    },

    async removeActor(trx, { schoolId, userId, actorId }) {
      await sql`
        with reduced as (
          update notifications set actors = array_remove(actors, ${actorId}::uuid)
          where school_id = ${schoolId} and user_id = ${userId} and ${actorId}::uuid = any (actors)
            and cardinality(actors) > 1 and kind <> all (${importantKinds}::text[]))
        delete from notifications where school_id = ${schoolId} and user_id = ${userId}
          and actors = array[${actorId}::uuid] and kind <> all (${importantKinds}::text[])`.execute(trx)
    },

    async removeBetween(trx, schoolId, one, other) {
      await sql`
        with between (user_id, actor) as (values (${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)),
        left_over as (
          update notifications set actors = array_remove(actors, actor) from between
          where school_id = ${schoolId} and notifications.user_id = between.user_id
            and actor = any (actors) and cardinality(actors) > 1)
        delete from notifications using between
        where school_id = ${schoolId} and notifications.user_id = between.user_id and actors = array[actor]`.execute(
        trx,
      )
    },

    jobs: (db) => [
      { name: authorJob, hidesSteps: true, run: (payload) => notifyAuthorNow(db, payload as { sealedNotice: string }) },
    ],
  }
}

/**
 * Payload of a delayed notice for the author of an item. Encrypted: it names the item, next to the transaction of the
 * user who caused it.
 */
export type SealedPayload = { readonly happening: SealedNotice; readonly item: SealedItem; readonly seal: string }

const noticeContext = 'waiting notice'
export const sealedNoticeBox = (anonymity: Anonymity): SecretBox => anonymity.box(noticeContext, 1024)
export const parseNotice = (box: SecretBox, text: string) =>
  JSON.parse(box.decrypt(Buffer.from(text, 'base64'), noticeContext)) as SealedPayload
export const sealNotice = (box: SecretBox, payload: SealedPayload) =>
  box.encrypt(JSON.stringify(payload), noticeContext).toString('base64')
