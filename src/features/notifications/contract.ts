import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, text } from '../../shared/contract.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationChannels,
  notificationKinds,
} from '../../shared/notification-kinds.ts'

const kinds = Object.keys(notificationKinds) as [NotificationKind, ...NotificationKind[]]

export const Notification = z.object({
  id: z.guid(),
  kind: z.enum(kinds),
  /** The page of what has happened. */
  link: z.string(),
  /** '{names} liked your post', for `readable()`. */
  sentence: z.string(),
  /** Up to three of those who did it, the latest first; none when nobody is named. */
  actors: z.array(z.object({ id: z.guid(), name: z.string(), avatar_url: z.string().nullable() })),
  others: z.int(),
  /** How often it happened. */
  times: z.int(),
  /** For what was written anonymously the beginning of the day. */
  created_at: z.int(),
  is_read: z.boolean(),
})
export type Notification = z.infer<typeof Notification>

const hour = z.int().min(0).max(23)

export const Choices = z.object({
  /** How one is told of each kind. */
  ways: z.record(z.enum(kinds), z.enum(notificationChannels)),
  /** Hours of the school's clock between which no mail leaves; null for none. */
  quiet: z.object({ from: hour, to: hour }).nullable(),
})
export type Choices = {
  ways: Record<NotificationKind, NotificationChannel>
  quiet: { from: number; to: number } | null
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
      pagination: z.object({ limit: z.int(), hasMore: z.boolean(), cursor: z.string().nullable() }),
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
    }),
    reply: envelope(Choices),
  }),
  /** What the links at the foot of a mail do, and by RFC 8058 the button that mail programs show for it. */
  unsubscribe: route({
    method: 'POST',
    path: '/unsubscribe/:token',
    access: 'public',
    ignoresBody: true,
    status: 200,
    params: z.object({ token: text({ max: 300 }) }),
    reply: emptyEnvelope,
  }),
}
