import { sql } from 'kysely'
import { inScope, type SchoolScope, talliedCount } from '../../../shared/server/auth/school-scope.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { executePrepared } from '../../../shared/server/db/prepared.ts'
import type { Stats } from '../contract.ts'

/** Statistics of the overview. Everything that grows is read from tallies and indexes, whatever its size. */
export async function findStats(db: Db, scope: SchoolScope, kinds: readonly string[]): Promise<Stats> {
  const people = (where: ReturnType<typeof sql>) => sql`(select count(*)::int8 from schools as scope
    join users on users.school_id = scope.id and users.deleted_at is null and ${where} where ${inScope(scope, 'scope.id')})`
  const blocked = (as: string) =>
    people(sql`users.blocked_as = ${as} and (users.blocked_until is null or users.blocked_until > now())`)
  const devices = (what: ReturnType<typeof sql>) => sql`(select count(${what})::int8 from schools as scope
    join push_subscriptions as device on device.school_id = scope.id where ${inScope(scope, 'scope.id')})`
  const numbers = sql<Stats>`select
    (select coalesce(sum(member_count), 0)::int8 from schools where ${inScope(scope, 'schools.id')}) as "totalUsers",
    ${people(sql`users.last_active_at > now() - interval '30 days'
      and (users.blocked_as is null or users.blocked_until <= now())`)} as "activeUsers",
    ${people(sql`users.created_at >= date_trunc('day', now(), scope.timezone)`)} as "newUsersToday",
    ${talliedCount(scope, ['report pending'])} as "pendingReports",
    ${talliedCount(scope, ['confession waiting'])} as "waitingConfessions",
    ${talliedCount(scope, ['appeal open', 'appeal claimed'])} as "openAppeals",
    ${talliedCount(scope, ['report pending', 'report resolved', 'report dismissed', 'report reviewed'])} as "totalReports",
    ${talliedCount(scope, ['report resolved'])} as "resolvedReports",
    ${talliedCount(scope, kinds)} as "contentItems",
    ${talliedCount(scope, ['post'])} as "postsCount",
    ${talliedCount(scope, ['comment'])} as "commentsCount",
    ${blocked('suspended')} as "suspendedUsers",
    ${blocked('banned')} as "bannedUsers",
    (select min(floor(extract(epoch from oldest.created_at)))::int8 from schools as scope cross join lateral (
      select created_at from reports where reports.school_id = scope.id and status = 'pending'
      order by created_at, id limit 1
    ) as oldest where ${inScope(scope, 'scope.id')}) as "oldestPendingAt",
    (select count(*)::int8 from schools as scope join moderation_actions as action on action.school_id = scope.id
      and action.created_at > now() - interval '30 days' and action.reversed_at is not null
      and action.action_type in ('warn', 'suspend', 'ban')
      where ${inScope(scope, 'scope.id')}) as "recentReversals",
    ${talliedCount(scope, ['action warn'])} as "warningsIssued",
    ${devices(sql`*`)} as "pushDevices",
    ${devices(sql`distinct device.user_id`)} as "pushUsers"`
  const [stats] = await executePrepared(db, numbers)
  if (!stats) throw new Error('A select without a row')
  return stats
}
