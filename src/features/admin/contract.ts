import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  route,
  searchText,
  siteEnvelope,
  text,
} from '../../shared/contract.ts'
import { moderationLimits } from '../moderation/contract.ts'
import { schoolFilter, totals } from '../moderation/lists-contract.ts'

const within = z.object({ school_id: schoolFilter })

const Stats = z.object({
  totalUsers: z.int(),
  /** Seen in the last 30 days and neither suspended nor banned. */
  activeUsers: z.int(),
  newUsersToday: z.int(),
  pendingReports: z.int(),
  /** Confessions that a moderator reads before they appear. */
  waitingConfessions: z.int(),
  /** Appeals that wait for an outcome. */
  openAppeals: z.int(),
  /** When the oldest pending report was filed. Null without one. */
  oldestPendingAt: z.int().nullable(),
  totalReports: z.int(),
  resolvedReports: z.int(),
  contentItems: z.int(),
  postsCount: z.int(),
  commentsCount: z.int(),
  suspendedUsers: z.int(),
  bannedUsers: z.int(),
  warningsIssued: z.int(),
  /** Moderation actions of the last 30 days that were reversed. */
  recentReversals: z.int(),
  /** Devices that receive pushes, and how many users have one. */
  pushDevices: z.int(),
  pushUsers: z.int(),
})
export type Stats = z.infer<typeof Stats>

export const userRoles = ['student', 'admin'] as const
export const userStatuses = ['active', 'suspended', 'banned'] as const
/** Of the analytics; the first is the default. */
export const periods = ['week', 'day', 'month'] as const

const Person = z.object({
  id: z.guid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(userRoles),
  school_id: z.guid(),
  school: z.string().nullable(),
  avatar_url: z.string().nullable(),
  created_at: z.int(),
  last_active_at: z.int().nullable(),
  status: z.enum(userStatuses),
  suspended_until: z.int().nullable(),
  can_manage_ads: z.boolean(),
  /** Whether the powers of this administrator are paused. */
  is_paused: z.boolean(),
  /** The request of an administrator of the school, which a second one confirms. Null for the user concerned. */
  pause_request: z.object({ by: z.string(), reason: z.string(), is_own: z.boolean() }).nullable(),
  /** The same for a change of the role. */
  role_request: z.object({ by: z.string(), role: z.enum(userRoles), is_own: z.boolean() }).nullable(),
  can: z.object({
    moderate: z.boolean(),
    grant_ads: z.boolean(),
    pause: z.boolean(),
    change_role: z.boolean(),
    /** Allow one more batch of bulk removals today. */
    allow_removals: z.boolean(),
  }),
})
export type Person = z.infer<typeof Person>

const RecentActivity = z.object({
  id: z.guid(),
  user: z.object({ name: z.string(), avatar_url: z.string().nullable() }),
  action: z.string(),
  timestamp: z.int(),
})

/** In the overview. */
export const maxRecentActivities = 5

export const metrics = ['posts', 'comments', 'new_users', 'active_users', 'reports'] as const
export type Metric = (typeof metrics)[number]
const series = z.array(z.int())

const Analytics = z.object({
  period: z.enum(periods),
  schoolFilter: z.string(),
  labels: z.array(z.string()),
  availableMetrics: z.array(z.enum(metrics)),
  selectedMetrics: z.array(z.enum(metrics)),
  posts: series,
  comments: series,
  new_users: series,
  /** Users who wrote something under their own name. */
  active_users: series,
  reports: series,
  summary: z.object({
    total_posts: z.int(),
    avg_posts_per_day: z.number(),
    total_comments: z.int(),
    avg_comments_per_day: z.number(),
    new_users: z.int(),
    /** Comments per post. */
    engagement_rate: z.number(),
    total_reports: z.int(),
  }),
})
export type Analytics = z.infer<typeof Analytics>

const Line = z.object({
  id: z.int(),
  at: z.int(),
  school: z.string().nullable(),
  actor_id: z.guid().nullable(),
  actor_name: z.string(),
  action: z.string(),
  target_type: z.string().nullable(),
  target_id: z.guid().nullable(),
  /** JSON text. */
  detail: z.string(),
  request_id: z.string().nullable(),
})
export type Line = z.infer<typeof Line>

export const joinedDates = ['today', 'week', 'month', 'year'] as const

const PowersInput = z.object({ reason: text({ max: moderationLimits.reason, required: 'Give a reason' }) })

export const admin = {
  stats: route({
    method: 'GET',
    path: '/admin/stats',
    access: 'admin',
    query: within,
    acrossCells: 'merged',
    reply: siteEnvelope(Stats),
  }),
  recentActivity: route({
    method: 'GET',
    path: '/admin/recent-activity',
    access: 'admin',
    query: within,
    acrossCells: { rows: 'data', maxRows: maxRecentActivities },
    reply: siteEnvelope(z.array(RecentActivity)),
  }),
  users: route({
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    query: z.object({
      ...pageQuery(10),
      role: z.enum(userRoles).optional().catch(undefined),
      status: z.enum(userStatuses).optional().catch(undefined),
      search: searchText,
      /** today, week, month, year, or a date such as 2026-09-01. */
      joined_date: z
        .union([z.enum(joinedDates), z.iso.date()])
        .optional()
        .catch(undefined),
      school_id: schoolFilter,
    }),
    acrossCells: { rows: 'data.data', totals: 'data' },
    reply: siteEnvelope(z.object({ data: z.array(Person), page: z.int(), limit: z.int(), total: z.int() })),
  }),
  grantAds: route({
    method: 'PUT',
    path: '/admin/users/:id/ads',
    access: 'site_admin',
    params: idParams,
    body: z.object({ can_manage_ads: z.boolean() }),
    reply: emptyEnvelope,
  }),
  /** Whether the account has the defaults for minors, also outside a school of minors. No reply shows it but the own settings. */
  setMinor: route({
    method: 'PUT',
    path: '/admin/users/:id/minor',
    access: 'site_admin',
    params: idParams,
    body: z.object({ is_minor: z.boolean() }),
    reply: emptyEnvelope,
  }),
  /** Ends the powers of an administrator until they are returned. */
  pause: route({
    method: 'POST',
    path: '/admin/users/:id/pause',
    access: 'admin',
    params: idParams,
    body: PowersInput,
    mayWait: true,
    /** Whether a second administrator of the school has to confirm it with the same call. */
    reply: envelope(z.object({ is_waiting: z.boolean() })),
  }),
  resume: route({
    method: 'POST',
    path: '/admin/users/:id/resume',
    access: 'site_admin',
    params: idParams,
    body: PowersInput,
    reply: emptyEnvelope,
  }),
  /** Grants or revokes the role of a school administrator. */
  changeRole: route({
    method: 'PUT',
    path: '/admin/users/:id/role',
    access: 'admin',
    params: idParams,
    body: z.object({ role: z.enum(userRoles, "Role must be 'student' or 'admin'") }),
    mayWait: true,
    /** As for a pause. */
    reply: envelope(z.object({ is_waiting: z.boolean() })),
  }),
  analytics: route({
    method: 'GET',
    path: '/admin/analytics',
    access: 'admin',
    query: z.object({ period: lenientEnum(periods), school_id: schoolFilter }),
    acrossCells: 'merged',
    reply: siteEnvelope(Analytics).extend(Analytics.shape),
  }),
  audit: route({
    method: 'GET',
    path: '/admin/audit',
    access: 'site_admin',
    query: z.object({ ...pageQuery(50), school_id: schoolFilter }),
    acrossCells: { rows: 'data.lines', totals: 'data.pagination' },
    reply: siteEnvelope(z.object({ lines: z.array(Line), pagination: totals })),
  }),
}
