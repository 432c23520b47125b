import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import {
  type NotificationContent,
  type NotificationKind,
  type NotificationMessages,
  notificationKinds,
} from '../notification-kinds.ts'
import type { Anonymity, SealedItem } from './crypto/anonymity.ts'
import { openSealedInbox, type SealedInbox, type SealedNotice } from './crypto/sealed-inbox.ts'
import type { SecretBox } from './crypto/secret-box.ts'
import type { Db } from './db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from './db/prepared.ts'
import type { Trx } from './db/transaction.ts'
import { enqueue, type Job } from './jobs/jobs.ts'
import type { Live } from './live/streams.ts'

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
}

type Retracted = Pick<NotificationEvent, 'schoolId' | 'kind' | 'link' | 'actorId'>

export type Notifications = {
  /** Renders the text of a stored notification: '{names} liked your post'. */
  readonly render: RenderText
  /** Notifies users, given as ids or as a query of ids, in one statement. Part of the transaction `trx`. */
  notify(trx: Trx, event: NotificationEvent, to: readonly string[] | RawBuilder<string>): Promise<void>
  /**
   * Notifies the author of an anonymous item without revealing the author: a job does it after a random delay of
   * minutes, so that neither the time nor the position of the row leads to the cause.
   */
  notifySealedAuthor(trx: Trx, event: NotificationEvent, item: SealedItem, seal: Buffer): Promise<void>
  /** Removes the notification of an action that was undone, while it is unread. */
  retract(trx: Trx, event: Retracted, from: string): Promise<void>
  /** The values of an event for a statement of the caller that contains `insertNotification`. */
  toValues(event: NotificationEvent): NotificationValues
  /** Live event and mail of notifications that a statement of the caller stored with `insertNotification`. */
  announce(trx: Trx, schoolId: string, stored: StoredNotifications): Promise<void>
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

/** Who was notified, and whether one of them gets an email now. */
export type StoredNotifications = { readonly notified: readonly string[]; readonly mail_is_due: boolean }

/** The values of a stored notification. */
export type NotificationValues = {
  schoolId: string
  kind: string
  link: string
  params: string
  /** The rendered text, for servers of the previous version. */
  told: string
  /** The default channel of this kind, for users who have not chosen one. */
  way: string
  by: string | null
  /** The named actor; null for anonymous actions. */
  named: string | null
  anonymous: boolean
  mailed: boolean
}

/**
 * A further actor moves the unread row to the top, but not again within this time: an unchanged `created_at` keeps the
 * update out of the indexes (HOT), which halves the cost of a like of a popular post.
 */
const bumpInterval = sql`interval '1 minute'`

/**
 * SQL that inserts one row per user, or adds the actor to the user's unread row. `areMeant` is a condition on `users`. It
 * can be a CTE of a larger statement.
 */
export const insertNotification = (
  word: { readonly [K in keyof NotificationValues]: SqlParam<NotificationValues[K]> },
  areMeant: RawBuilder<unknown>,
) => sql<{
  user_id: string
  is_due: boolean
}>`
  with asked as (select case when ${word.anonymous}::boolean then date_trunc('minute', now()) else now() end as at)
  insert into notifications as held (school_id, user_id, kind, link, params, sentence, actors, created_at, due)
  select users.school_id, users.id, ${word.kind}, ${word.link}, ${word.params}::jsonb, ${word.told}, array_remove(array[${word.named}::uuid], null), asked.at,
    case when users.email_notifications and not ${word.mailed}::boolean then nullif(chosen.way, 'product') end
  from users cross join asked
  left join notification_choices as choice on choice.school_id = users.school_id and choice.user_id = users.id
  cross join lateral (select coalesce(choice.ways ->> ${word.kind}::text, ${word.way}::text)) as chosen (way)
  where users.school_id = ${word.schoolId} and ${areMeant} and users.id is distinct from ${word.by}::uuid
    and users.deleted_at is null and chosen.way <> 'off'
    and not exists (select from blocks where blocks.school_id = users.school_id and
      (blocks.blocker_id, blocks.blocked_id) in ((users.id, ${word.named}::uuid), (${word.named}::uuid, users.id)))
  order by users.id
  on conflict (school_id, user_id, kind, link) where read_at is null and user_id is not null do update set
    actors = (excluded.actors || (select coalesce(array_agg(one order by place), '{}')
      from unnest(held.actors) with ordinality as those (one, place) where one <> all (excluded.actors)))[1:100],
    params = excluded.params, sentence = excluded.sentence, times = held.times + 1,
    created_at = case when excluded.created_at < held.created_at + ${bumpInterval} then held.created_at
      else excluded.created_at end
  returning user_id, due = 'mail' and times = 1 as is_due`

const insertNotifications = prepared((_db, slots: SqlParams<NotificationValues & { people: readonly string[] }>) =>
  insertNotification(slots, sql`users.id = any (${slots.people}::uuid[])`),
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

  const announce: Notifications['announce'] = async (trx, schoolId, { notified, mail_is_due }) => {
    if (notified.length > 0) live.publish(trx, { schoolId, people: notified }, 'notification.created', {})
    if (mail_is_due) await enqueue(trx, mailJob, {})
  }

  const toValues: Notifications['toValues'] = (event) => {
    const { schoolId, kind, link, params, actorId = null, anonymous = false, isMailed = false } = event
    return {
      schoolId,
      kind,
      link,
      params: JSON.stringify(params),
      told: render(event),
      way: notificationKinds[kind].way,
      by: actorId,
      named: anonymous ? null : actorId,
      anonymous,
      mailed: isMailed,
    }
  }

  return {
    render,
    inbox,
    toValues,

    async notify(trx, event, to) {
      const values = toValues(event)
      const rows = Array.isArray(to)
        ? await insertNotifications(trx, { ...values, people: to })
        : (await insertNotification(values, sql`users.id in (${to as RawBuilder<string>})`).execute(trx)).rows
      const notified = rows.map(({ user_id }) => user_id)
      await announce(trx, event.schoolId, { notified, mail_is_due: rows.some(({ is_due }) => is_due) })
    },

    announce,

    async notifySealedAuthor(trx, event, item, seal) {
      const { kind, link, params } = event
      const happening = { kind, link, params, sentence: render(event) } // without the actor, who may be anonymous too
      const payload: SealedPayload = { happening, item, seal: seal.toString('base64') }
      await enqueue(trx, authorJob, { sealedNotice: sealNotice(box, payload) }, randomInt(maxDelaySeconds))
    },

    async retract(trx, { schoolId, kind, link, actorId = null }, from) {
      await removeActor(trx, { schoolId, kind, link, from, actor: actorId })
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

    jobs: (db) => [{ name: authorJob, run: (payload) => notifyAuthorNow(db, payload as { sealedNotice: string }) }],
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
