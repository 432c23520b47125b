import { sql } from 'kysely'
import type { Role } from './viewer.ts'

/** SQL condition: a site administrator paused the powers of this row of `users`. */
export const isPaused = sql<boolean>`coalesce(users.paused_until > now(), false)`

/** SQL: the role that counts now. An administrator whose powers are paused is a student. */
export const currentRole = sql<Role>`case when ${isPaused} then 'student' else users.role end`

/** SQL: the permission to manage ads of an administrator, without that of site administrators. */
export const hasAdsPermission = sql<boolean>`(users.can_manage_ads and not ${isPaused})`
