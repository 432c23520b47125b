import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type NotificationKind, notificationKinds } from '../notification-kinds.ts'
import type { Anonymity, SealedItem } from './crypto/anonymity.ts'
import { openSealedInbox, type SealedInbox, type SealedNotice } from './crypto/sealed-inbox.ts'
import type { SecretBox } from './crypto/secret-box.ts'
import { type Db, prepared, type SqlParam, type SqlParams } from './db/db.ts'
import { enqueue, type Job } from './jobs/jobs.ts'
import type { Live } from './live/streams.ts'

/** Something that has happened, as those whom it concerns are told of it. */
export type NotificationEvent = {
  readonly schoolId: string
  readonly kind: NotificationKind
  /** The page of it. What happens again of the same kind at the same link joins the row that is still unread. */
  readonly link: string
  /** '{names} liked your post': what stands for the names is filled in when it is shown. */
  readonly sentence: string
  /** Who did it. They are never told of it themselves, and never anybody between whom and them there is a block. */
  readonly actorId?: string | undefined
  /** Nobody is named, and only the minute is. Blocks do not count then: they would tell who it was. */
  readonly anonymous?: boolean
}

export type Notifications = {
  /** Tells people, in one statement however many: their ids, or a query of them. Part of the transaction `trx`. */
  notify(trx: Db, happening: NotificationEvent, to: readonly string[] | RawBuilder<string>): Promise<void>
  /**
   * Tells whoever wrote something anonymously, without anybody learning who that is: a job does, after some minutes
   * of chance, so that neither its time nor its place in the table leads to what caused it.
   */
  notifySealedAuthor(trx: Db, happening: NotificationEvent, item: SealedItem, seal: Buffer): Promise<void>
  /** Takes back what somebody did and has undone, as long as it has not been read. */
  retract(trx: Db, happening: Omit<NotificationEvent, 'sentence' | 'anonymous'>, from: string): Promise<void>
  /** Removes two people from each other's lists. */
  removeBetween(trx: Db, schoolId: string, one: string, other: string): Promise<void>
  /** What is for the authors of anonymous items. */
  readonly inbox: SealedInbox
  readonly jobs: (db: Db) => readonly Job[]
}

/** The job that mails what is to be mailed at once. */
export const mailJob = 'mail_notifications'
const authorJob = 'tell_sealed_author'
/** Characters of a sentence. */
const maxSentenceLength = 500
/** Seconds within which the author of something anonymous is told. */
const maxDelaySeconds = 300

type Words = {
  schoolId: string
  kind: string
  link: string
  told: string
  /** How people are told of this kind who have not chosen. */
  way: string
  by: string | null
  /** Whose name is said; nobody's for what was done anonymously. */
  named: string | null
  anonymous: boolean
}

/** One row for each of some people, or one more actor in the row that they have not read yet. */
const buildInsert = (word: { [K in keyof Words]: SqlParam<Words[K]> }, areMeant: RawBuilder<unknown>) => sql<{
  user_id: string
  is_due: boolean
}>`
  with asked as (select case when ${word.anonymous}::boolean then date_trunc('minute', now()) else now() end as at)
  insert into notifications as held (school_id, user_id, kind, link, sentence, actors, created_at, due)
  select users.school_id, users.id, ${word.kind}, ${word.link}, ${word.told}, array_remove(array[${word.named}::uuid], null), asked.at,
    case when users.email_notifications then nullif(chosen.way, 'product') end
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
    sentence = excluded.sentence, times = held.times + 1, created_at = excluded.created_at
  returning user_id, due = 'mail' and times = 1 as is_due`

const insertNotifications = prepared((_db, slots: SqlParams<Words & { people: readonly string[] }>) =>
  buildInsert(
    {
      schoolId: slots.schoolId,
      kind: slots.kind,
      link: slots.link,
      told: slots.told,
      way: slots.way,
      by: slots.by,
      named: slots.named,
      anonymous: slots.anonymous,
    },
    sql`users.id = any (${slots.people}::uuid[])`,
  ),
)

export function openNotifications(live: Live, anonymity: Anonymity): Notifications {
  const inbox = openSealedInbox(live, anonymity)
  const box = sealedNoticeBox(anonymity)
  const tellAuthorNow = (db: Db, payload: SealedPayload | { readonly sealedNotice: string }) => {
    // Jobs of before payloads were encrypted hold it in clear text.
    const { happening, item, seal } = 'sealedNotice' in payload ? parseNotice(box, payload.sealedNotice) : payload
    return inbox.deliver(db, happening, item, Buffer.from(seal, 'base64'))
  }

  return {
    inbox,

    async notify(trx, { schoolId, kind, link, sentence, actorId = null, anonymous = false }, to) {
      const told = sentence.length > maxSentenceLength ? `${sentence.slice(0, maxSentenceLength - 1)}…` : sentence
      const named = anonymous ? null : actorId
      const words = { schoolId, kind, link, told, way: notificationKinds[kind].way, by: actorId, named, anonymous }
      const rows = Array.isArray(to)
        ? await insertNotifications(trx, { ...words, people: to })
        : (await buildInsert(words, sql`users.id in (${to as RawBuilder<string>})`).execute(trx)).rows
      if (rows.length === 0) return
      live.publish(trx, { schoolId, people: rows.map(({ user_id }) => user_id) }, 'notification.created', {})
      if (rows.some(({ is_due }) => is_due)) await enqueue(trx, mailJob, {})
    },

    async notifySealedAuthor(trx, { kind, link, sentence }, item, seal) {
      const happening = { kind, link, sentence } // not who did it: that may be anonymous too
      const payload: SealedPayload = { happening, item, seal: seal.toString('base64') }
      await enqueue(trx, authorJob, { sealedNotice: sealNotice(box, payload) }, randomInt(maxDelaySeconds))
    },

    async retract(trx, { schoolId, kind, link, actorId }, from) {
      await sql`
        with left_over as (
          update notifications set actors = array_remove(actors, ${actorId}::uuid), times = greatest(times - 1, 1)
          where school_id = ${schoolId} and user_id = ${from} and kind = ${kind} and link = ${link} and read_at is null
            and ${actorId}::uuid = any (actors) and cardinality(actors) > 1)
        delete from notifications
        where school_id = ${schoolId} and user_id = ${from} and kind = ${kind} and link = ${link} and read_at is null
          and actors = array[${actorId}::uuid]`.execute(trx)
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

    jobs: (db) => [{ name: authorJob, run: (payload) => tellAuthorNow(db, payload as { sealedNotice: string }) }],
  }
}

/** What waits for the author of an item. Encrypted: it names the item, in the transaction of whoever caused it. */
export type SealedPayload = { readonly happening: SealedNotice; readonly item: SealedItem; readonly seal: string }

const noticeContext = 'waiting notice'
export const sealedNoticeBox = (anonymity: Anonymity): SecretBox => anonymity.box(noticeContext, 1024)
export const parseNotice = (box: SecretBox, text: string) =>
  JSON.parse(box.decrypt(Buffer.from(text, 'base64'), noticeContext)) as SealedPayload
export const sealNotice = (box: SecretBox, payload: SealedPayload) =>
  box.encrypt(JSON.stringify(payload), noticeContext).toString('base64')
