import { sql } from 'kysely'
import { readEachSchool, type SchoolScope, talliedCount } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { executePrepared } from '../../../shared/server/db/prepared.ts'
import type { Stats } from '../contract.ts'

/** Statistics of the overview. Everything that grows is read from tallies and indexes, whatever its size. */
export async function findStats(db: Db, scope: SchoolScope, kinds: readonly string[]): Promise<Stats> {
  const [first, ...others] = await readEachSchool(db, scope, (school) => findStatsOfSchool(db, school, kinds))
  if (!first) return findStatsOfSchool(db, noSchool, kinds) // a cell whose schools have not come yet
  return others.reduce(addStats, first)
}

const noSchool = '00000000-0000-0000-0000-000000000000'

/** Sums, but the time is the earlier one. */
export function addStats(one: Stats, other: Stats): Stats {
  const names = Object.keys(one) as (keyof Stats)[]
  const sums = names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)])
  const oldest = [one.oldestPendingAt, other.oldestPendingAt].filter((at) => at !== null)
  return { ...(Object.fromEntries(sums) as Stats), oldestPendingAt: oldest.length > 0 ? Math.min(...oldest) : null }
}

async function findStatsOfSchool(db: Db, school: string, kinds: readonly string[]): Promise<Stats> {
  const people = (where: ReturnType<typeof sql>) => sql`(select count(*)::int8 from users
    where users.school_id = ${school} and users.deleted_at is null and ${where})`
  const blocked = (as: string) =>
    people(sql`users.blocked_as = ${as} and (users.blocked_until is null or users.blocked_until > now())`)
  const devices = (what: ReturnType<typeof sql>) => sql`(select count(${what})::int8 from push_subscriptions as device
    where device.school_id = ${school})`
  const numbers = sql<Stats>`select
    coalesce((select member_count from schools where id = ${school}), 0) as "totalUsers",
    ${people(sql`users.last_active_at > now() - interval '30 days'
      and (users.blocked_as is null or users.blocked_until <= now())`)} as "activeUsers",
    ${people(sql`users.created_at >= date_trunc('day', now(), (select timezone from schools where id = ${school}))`)} as "newUsersToday",
    ${talliedCount(school, ['report pending'])} as "pendingReports",
    ${talliedCount(school, ['confession waiting'])} as "waitingConfessions",
    ${talliedCount(school, ['appeal open', 'appeal claimed'])} as "openAppeals",
    ${talliedCount(school, ['report pending', 'report resolved', 'report dismissed', 'report reviewed'])} as "totalReports",
    ${talliedCount(school, ['report resolved'])} as "resolvedReports",
    ${talliedCount(school, kinds)} as "contentItems",
    ${talliedCount(school, ['post'])} as "postsCount",
    ${talliedCount(school, ['comment'])} as "commentsCount",
    ${blocked('suspended')} as "suspendedUsers",
    ${blocked('banned')} as "bannedUsers",
    (select floor(extract(epoch from created_at))::int8 from reports where reports.school_id = ${school}
      and status = 'pending' order by created_at, id limit 1) as "oldestPendingAt",
    (select count(*)::int8 from moderation_actions as action where action.school_id = ${school}
      and action.created_at > now() - interval '30 days' and action.reversed_at is not null
      and action.action_type in ('warn', 'suspend', 'ban')) as "recentReversals",
    ${talliedCount(school, ['action warn'])} as "warningsIssued",
    ${devices(sql`*`)} as "pushDevices",
    ${devices(sql`distinct device.user_id`)} as "pushUsers"`
  const [stats] = await executePrepared(db, numbers)
  if (!stats) throw new Error('A select without a row')
  return stats
}
