import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { findSchoolOfRow } from '../../../shared/server/auth/row-school.ts'
import {
  newestFirst,
  newestRows,
  readPageOfSchools,
  type SchoolScope,
  type Slice,
  sumSchools,
  talliedCount,
  toPlace,
} from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { isoMicros } from '../../../shared/server/db/cursor.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, epochOrNull, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import {
  type Action,
  type Activity,
  actionTypes,
  furtherActionTypes,
  type moderation,
  type Notice,
} from '../contract.ts'

type Query = Pick<z.output<typeof moderation.history.query>, 'page' | 'limit' | 'actionType' | 'userId' | 'search'> & {
  readonly withReversed: boolean
  readonly withRemovals: boolean
}

/** The label of a reason, as in the report dialog. */
const reasonLabel = sql`case reason
  when 'inappropriate' then 'Inappropriate Content'
  when 'violence' then 'Violence/Threats'
  when 'copyright' then 'Copyright Violation'
  when 'personal_info' then 'Personal Information'
  else initcap(replace(reason, '_', ' ')) end`

/** SQL condition: a moderation action contains the search term. Sealed actions have no user to match. */
function matches(school: string, search: string): RawBuilder<boolean> {
  const pattern = likePattern(search)
  return sql<boolean>`(action.reason ilike ${pattern} or action.created_by_name ilike ${pattern}
    or exists (select from users where users.school_id = ${school} and users.id = action.user_id
      and (users.name ilike ${pattern} or users.email ilike ${pattern})))`
}

/** Returns one page of the moderation actions in the scope, newest first, and the total. */
export async function listHistory(
  db: Db,
  scope: SchoolScope,
  { actionType, userId, search, withReversed, withRemovals, ...window }: Query,
) {
  const types = actionType ? [actionType] : withRemovals ? [...actionTypes, ...furtherActionTypes] : [...actionTypes]
  const narrowed = (school: string) =>
    sql`${userId ? sql`and user_id = ${userId}` : sql``} ${search ? sql`and ${matches(school, search)}` : sql``}`
  const list = (school: string, slice: Slice) => sql<Action & { created_exactly: string }>`
    select page.id, page.action_type, page.reason, page.duration_hours, page.report_content,
      page.reversed_at is null as is_active, page.created_by_name, page.user_id as target_user_id,
      coalesce(users.name, case when page.is_sealed then 'Anonymous' else 'Deleted user' end) as target_user_name,
      coalesce(users.email, '') as target_user_email, page.reversed_by_name, page.reversal_reason,
      floor(extract(epoch from page.created_at))::int8 as created_at, ${isoMicros('page.created_at')} as created_exactly,
      floor(extract(epoch from page.expires_at))::int8 as expires_at,
      floor(extract(epoch from page.reversed_at))::int8 as reversed_at
    from ${newestRows(
      sql`select action.* from moderation_actions as action where action.school_id = ${school}
        and action_type = any(${types}::text[]) ${narrowed(school)}
        ${withReversed ? sql`` : sql`and reversed_at is null`}`,
      slice,
    )}
    left join users on users.school_id = ${school} and users.id = page.user_id
    order by page.created_at desc, page.id desc`
  const found = await readPageOfSchools(db, scope, window, {
    read: async (school, slice) => (await list(school, slice).execute(db)).rows,
    compare: newestFirst,
  })
  const sorts = types.flatMap((type) =>
    withReversed ? [`action ${type}`, `action ${type} reversed`] : [`action ${type}`],
  )
  const total = await sumSchools(db, scope, async (school) => {
    const count =
      userId || search
        ? sql<{ total: number }>`select count(*)::int8 as total from moderation_actions as action
            where action.school_id = ${school} ${narrowed(school)}
            and 'action ' || action_type || case when reversed_at is null then '' else ' reversed' end = any(${sorts}::text[])`
        : sql<{ total: number }>`select ${talliedCount(school, sorts)} as total`
    return (await count.execute(db)).rows[0]?.total ?? 0
  })
  return { rows: found.map(({ created_exactly: _, ...row }) => row), places: found.map(toPlace), total }
}

/** Per user. */
const maxActivities = 10

/** Lists the latest moderation activity about a user in the scope. Throws 404 for users outside the scope. */
export async function listActivities(
  db: Db,
  scope: SchoolScope,
  id: string,
): Promise<{ school: string; activities: Activity[] }> {
  const school = await findSchoolOfRow(db, scope, 'users', id)
  if (!school) throw notFound('User not found')
  const person = await db
    .selectFrom('users')
    .where('users.school_id', '=', school)
    .where('users.id', '=', id)
    .select('users.school_id')
    .executeTakeFirst()
  if (!person) throw notFound('User not found')
  const { school_id } = person
  const { rows } = await sql<Activity>`
    select id, action_type, details, severity, floor(extract(epoch from at))::int8 as created_at from (
      select id::text, action_type, reason as details, case action_type when 'warn' then 'medium' else 'high' end as severity,
        created_at as at
      from moderation_actions where school_id = ${school_id} and user_id = ${id} and action_type in ('warn', 'suspend', 'ban')
      union all
      select id::text || ' reversed', 'reversed', initcap(action_type) || ' reversed: ' || reversal_reason, 'low', reversed_at
      from moderation_actions where school_id = ${school_id} and user_id = ${id} and reversed_at is not null
      union all
      select id::text, 'report_received', ${reasonLabel} || ' (' || replace(kind, '_', ' ') || ')', 'medium', created_at
      from reports where school_id = ${school_id} and author_id = ${id}
      union all
      select id::text, 'content_deleted', coalesce(detail ->> 'label', 'Something') || ' deleted by ' || actor_name, 'medium', at
      from audit_log where school_id = ${school_id} and action = 'content.delete' and detail ->> 'author_id' = ${id}
    ) as activity order by at desc limit ${maxActivities}`.execute(db)
  return { school: school_id, activities: rows }
}

/** Shown in one response. */
const maxNotices = 20

/** Lists moderation decisions that the viewer has not seen yet. Excludes reversed actions. */
export const listNotices = (db: Db, viewer: Viewer): Promise<Notice[]> =>
  db
    .selectFrom('moderation_actions')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where('notice_shown_at', 'is', null)
    .where('reversed_at', 'is', null)
    .where('action_type', 'in', [...actionTypes])
    .orderBy('created_at', 'desc')
    .limit(maxNotices)
    .select([
      'id',
      'action_type',
      'reason',
      'duration_hours',
      'report_content',
      epoch('created_at').as('created_at'),
      epochOrNull('expires_at').as('expires_at'),
      'rule_title as rule',
      'facts',
      epochOrNull('appeal_until').as('appeal_until'),
    ])
    .$narrowType<{ action_type: Notice['action_type'] }>()
    .execute()
