import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isBlocked } from '../../../shared/server/auth/moderation-status.ts'
import {
  newestFirst,
  newestRows,
  readPageOfSchools,
  type SchoolScope,
  type Slice,
  sumSchools,
  toPlace,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { executePrepared } from '../../../shared/server/db/prepared.ts'
import { likePattern } from '../../../shared/server/db/sql.ts'
import type { admin, Person } from '../contract.ts'

type Query = z.output<typeof admin.users.query>

/** The users of one school that match the query. */
function fitting(school: string, { role, status, search, joined_date }: Query): RawBuilder<unknown> {
  const pattern = likePattern(search ?? '')
  const since = joined_date && /^\d/.test(joined_date) ? sql`${joined_date}::date` : joined_date && sinces[joined_date]
  return sql`select users.* from users where users.school_id = ${school} and users.deleted_at is null
    ${role === 'student' ? sql`and role = 'student'` : role === 'admin' ? sql`and role <> 'student'` : sql``}
    ${status === 'active' ? sql`and not ${isBlocked}` : status ? sql`and ${isBlocked} and blocked_as = ${status}` : sql``}
    ${since ? sql`and users.created_at >= ${since}` : sql``}
    ${search ? sql`and (users.name ilike ${pattern} or users.email ilike ${pattern})` : sql``}`
}

const sinces: Readonly<Record<string, RawBuilder<unknown>>> = {
  today: sql`date_trunc('day', now())`,
  week: sql`now() - interval '7 days'`,
  month: sql`now() - interval '1 month'`,
  year: sql`now() - interval '1 year'`,
}

type Row = Omit<Person, 'can' | 'role'> & { readonly role: Viewer['role']; readonly removes_content: boolean }

/** Returns one page of the users in the scope, latest joined first, and the number of matches. */
export async function listUsers(db: Db, viewer: Viewer, scope: SchoolScope, query: Query) {
  const readSlice = (school: string, slice: Slice) => sql<Row & { created_exactly: string }>`
    select page.id, page.name, page.email, page.role, page.school_id, schools.name as school, page.avatar_url,
      coalesce(page.paused_until > now(), false) as is_paused,
      (select json_build_object('by', requested_by_name, 'reason', reason, 'is_own', requested_by = ${viewer.id})
        from pause_requests as asked where asked.school_id = ${school} and asked.user_id = page.id
          and asked.created_at > now() - interval '24 hours' and page.id <> ${viewer.id}) as pause_request,
      (select json_build_object('by', requested_by_name, 'role', asked.role, 'is_own', requested_by = ${viewer.id})
        from role_requests as asked where asked.school_id = ${school} and asked.user_id = page.id
          and asked.created_at > now() - interval '24 hours' and page.id <> ${viewer.id}) as role_request,
      page.role <> 'student' or exists (select from grants where grants.school_id = ${school}
        and grants.user_id = page.id and grant_name = 'content' and until > now()) as removes_content,
      page.role = 'site_admin' or page.can_manage_ads as can_manage_ads,
      case when page.blocked_as is not null and (page.blocked_until is null or page.blocked_until > now())
        then page.blocked_as else 'active' end as status,
      case when page.blocked_until > now() then floor(extract(epoch from page.blocked_until))::int8 end as suspended_until,
      floor(extract(epoch from page.created_at))::int8 as created_at, ${isoMicros('page.created_at')} as created_exactly,
      floor(extract(epoch from date_trunc('day', page.last_active_at)))::int8 as last_active_at
    from ${newestRows(fitting(school, query), slice)}
    left join schools on schools.id = page.school_id
    order by page.created_at desc, page.id desc`
  const isWhole = !query.role && !query.status && !query.search && !query.joined_date
  const how = { forValues: query.search !== undefined }
  const total = await sumSchools(db, scope, async (school) => {
    const members = sql`select member_count as total from schools where id = ${school}`
    const fit = sql`select count(*)::int8 as total from (${fitting(school, query)}) as fit`
    const [counted] = await executePrepared(db, sql<{ total: number }>`${isWhole ? members : fit}`, how)
    return counted?.total ?? 0
  })
  const rows = await readPageOfSchools(db, scope, query, {
    read: (school, slice) => executePrepared(db, readSlice(school, slice), how),
    compare: newestFirst,
  })
  const data = rows.map(({ created_exactly: _, removes_content, ...row }) => ({
    ...row,
    role: row.role === 'student' ? ('student' as const) : ('admin' as const),
    can: {
      moderate: row.role === 'student',
      grant_ads: viewer.role === 'site_admin' && row.role === 'admin',
      change_role:
        row.role !== 'site_admin' &&
        row.id !== viewer.id &&
        (row.role === 'admin' ? viewer.role === 'site_admin' || !row.is_paused : row.status === 'active'),
      allow_removals: removes_content && row.id !== viewer.id,
      pause: row.role === 'admin' && row.id !== viewer.id && (viewer.role === 'site_admin' || !row.is_paused),
    },
  }))
  return { data, places: rows.map(toPlace), page: query.page, limit: query.limit, total }
}
