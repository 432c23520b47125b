import { z } from 'zod'
import { cursorPagination, emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'
import {
  listedKinds as kinds,
  type LockScreenDetail,
  lockScreenDetails,
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  type PushKind,
  pushKinds,
} from '../../shared/notification-kinds.ts'

export const Notification = z.object({
  id: z.guid(),
  kind: z.enum(kinds),
  /** The page that the notification links to. */
  link: z.string(),
  /** A sentence such as '{names} liked your post', rendered by `renderNotification()`. */
  sentence: z.string(),
  /** Up to three actors, latest first; empty when they are anonymous. */
  actors: z.array(z.object({ id: z.guid(), name: z.string(), avatar_url: z.string().nullable() })),
  others: z.int(),
  /** How often the event happened. */
  times: z.int(),
  /** For notifications about anonymous content, the start of the day. */
  created_at: z.int(),
  is_read: z.boolean(),
  /** What it is about, as the viewer may see it now. Absent for hidden, anonymous and moderated content. */
  preview: z.object({ text: z.string().optional(), image_url: z.string().optional() }).optional(),
})
export type Notification = z.infer<typeof Notification>

const hour = z.int().min(0).max(23)

export const Choices = z.object({
  /** The channel for each kind. */
  ways: z.record(z.enum(kinds), z.enum(notificationChannels)),
  /** Hours in the school's time zone between which no email and no push is sent; null for none. */
  quiet: z.object({ from: hour, to: hour }).nullable(),
  /** The same for pushes only, without a choice: at a school that protects minors. */
  fixed_quiet: z.object({ from: hour, to: hour }).optional(),
  /** Whether each kind is pushed to the user's devices. */
  push: z.record(z.enum(pushKinds), z.boolean()),
  lock_screen: z.enum(lockScreenDetails),
})
export type Choices = {
  ways: Record<NotificationKind, NotificationChannel>
  quiet: { from: number; to: number } | null
  fixed_quiet?: { from: number; to: number }
  push: Record<PushKind, boolean>
  lock_screen: LockScreenDetail
}

export const notifications = {
  list: route({
    method: 'GET',
    path: '/api/notifications',
    query: z.object({
      cursor: text({ max: 200 }).optional(),
      limit: z.coerce.number().int().min(1).max(50).catch(20),
    }),
    reply: envelope(z.array(Notification)).extend({
      unread_count: z.int(),
      pagination: cursorPagination,
    }),
  }),
  count: route({ method: 'GET', path: '/api/notifications/count', reply: envelope(z.object({ unread: z.int() })) }),
  read: route({
    method: 'POST',
    path: '/api/notifications/:id/read',
    status: 200,
    params: idParams,
    reply: emptyEnvelope,
  }),
  readAll: route({ method: 'POST', path: '/api/notifications/read', status: 200, reply: emptyEnvelope }),
  choices: route({ method: 'GET', path: '/api/notifications/choices', reply: envelope(Choices) }),
  choose: route({
    method: 'PUT',
    path: '/api/notifications/choices',
    body: z.object({
      ways: z.partialRecord(z.enum(kinds), z.enum(notificationChannels)).optional(),
      quiet: z.object({ from: hour, to: hour }).nullable().optional(),
      push: z.partialRecord(z.enum(pushKinds), z.boolean()).optional(),
      lock_screen: z.enum(lockScreenDetails).optional(),
    }),
    reply: envelope(Choices),
  }),
  /** Target of the links in the footer of emails, and of the one-click button of mail programs (RFC 8058). */
  unsubscribe: route({
    method: 'POST',
    path: '/unsubscribe/:token',
    access: 'public',
    schoolFrom: { param: 'token' },
    ignoresBody: true,
    status: 200,
    params: z.object({ token: text({ max: 300 }) }),
    reply: emptyEnvelope,
  }),
}
