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
import type { Anonymity, SealedItem } from './crypto/anonymity.ts'
import { openSealedInbox, type SealedInbox } from './crypto/sealed-inbox.ts'
import type { Db } from './db/pools.ts'
import type { Trx } from './db/transaction.ts'
import { enqueue, type Job } from './jobs/jobs.ts'
import type { Live } from './live/streams.ts'
import { createRenderText, type RenderText } from './notifications/render.ts'
import { parseNotice, type SealedPayload, sealedNoticeBox, sealNotice } from './notifications/sealed-notices.ts'
import {
  insertNotification,
  insertNotifications,
  insertOfEach,
  insertQuotingNotifications,
  type NotificationValues,
  type Quote,
  type QuotingNotifications,
  removeActor,
  removeActorFromAll,
  removeBetween,
  type StoredNotifications,
  selectQuoting,
  selectUnmuted,
} from './notifications/statements.ts'
import { enqueuePushes, enqueuePushesOfEach, toPushTopic } from './push.ts'

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
  /** Live event of notifications that a statement of the caller stored for these users. */
  publish(db: Db, schoolId: string, people: readonly string[]): void
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
/** Maximum delay until the author of an anonymous item is notified. */
const maxDelaySeconds = 300

type AnnouncedEvent = Pick<NotificationEvent, 'schoolId' | 'link' | 'anonymous'> & { readonly kind: NotificationKind }
/** An event whose statement contains `insertQuoting`. */
export type QuotingEvent = NotificationValues & { readonly quote: Quote }

export function openNotifications(live: Live, anonymity: Anonymity, messages: NotificationMessages): Notifications {
  const render = createRenderText(messages)
  const inbox = openSealedInbox(live, anonymity)
  const box = sealedNoticeBox(anonymity)
  const notifyAuthorNow = (db: Db, payload: SealedPayload | { readonly sealedNotice: string }) => {
    // Jobs of older versions have unencrypted payloads.
    const { happening, item, seal } = 'sealedNotice' in payload ? parseNotice(box, payload.sealedNotice) : payload
    return inbox.deliver(db, happening, item, Buffer.from(seal, 'base64'))
  }

  const publish: Notifications['publish'] = (db, schoolId, people) => {
    if (people.length > 0) live.publish(db, { schoolId, people }, 'notification.created', {})
  }

  const announce: Notifications['announce'] = async (trx, event, { notified, mail_is_due, pushed }) => {
    const { schoolId, kind, link, anonymous = false } = event
    await enqueuePushes(trx, { schoolId, kind, link, anonymous, topic: toPushTopic(kind, link) }, pushed)
    publish(trx, schoolId, notified)
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
      publish(trx, schoolId, people)
      if (rows.some(({ is_due }) => is_due)) await enqueue(trx, mailJob, {})
    },

    publish,
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

    removeActor: removeActorFromAll,
    removeBetween,

    jobs: (db) => [
      { name: authorJob, hidesSteps: true, run: (payload) => notifyAuthorNow(db, payload as { sealedNotice: string }) },
    ],
  }
}
