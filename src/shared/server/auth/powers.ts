import { sql } from 'kysely'
import type { GrantName } from '../../grants.ts'
import type { SqlParam } from '../db/prepared.ts'
import type { Role } from './viewer.ts'

/** SQL condition: a site administrator paused the powers of this row of `users`. */
export const isPaused = sql<boolean>`coalesce(users.paused_until > now(), false)`

/** SQL: the role that counts now. An administrator whose powers are paused is a student. */
export const currentRole = sql<Role>`case when ${isPaused} then 'student' else users.role end`

/**
 * SQL: the names of the grants of this row of `users`, in its school, that count now, sorted; null when there are none. An administrator has none, also
 * while their powers are paused.
 */
export const currentGrants = (schoolId: SqlParam<string>) => sql<
  GrantName[] | null
>`case when users.role = 'student' then (
  select array_agg(grant_name order by grant_name) from grants
  where grants.school_id = ${schoolId} and grants.user_id = users.id and grants.until > now()) end`

/** SQL: the permission to manage ads of an administrator, without that of site administrators. */
export const hasAdsPermission = sql<boolean>`(users.can_manage_ads and not ${isPaused})`
