import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer, ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
import { findRows, isAmong } from '../../../shared/server/db/replica-reads.ts'
import { epoch, likePattern } from '../../../shared/server/db/sql.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import {
  excerpt,
  isCandidate,
  matchesTerm,
  type SearchProvider,
  type SearchTerm,
} from '../../../shared/server/search.ts'
import { groupConversationId } from '../../messages/server/queries.ts'
import { noBlockBetween } from '../../people/server/queries.ts'
import type { GroupCategory, GroupRole, GroupType, groups } from '../contract.ts'

/** Posts in 30 days that make a group highly active; counting stops there. */
const activePostCount = 20

/** The groups of the viewer's school with the viewer's membership. Every read starts here. */
export const visibleGroups = (db: Db, viewer: ViewerParams) =>
  db
    .selectFrom('groups')
    .leftJoin('group_members as mine', (join) =>
      join
        .onRef('mine.school_id', '=', 'groups.school_id')
        .onRef('mine.group_id', '=', 'groups.id')
        .on('mine.user_id', '=', viewer.id),
    )
    .where('groups.school_id', '=', viewer.schoolId)
    .where('groups.withheld_at', 'is', null)

/** Adds all columns that a group page shows. */
const described = (db: Db, viewer: ViewerParams) =>
  visibleGroups(db, viewer)
    .leftJoin('users as creator', (join) =>
      join
        .onRef('creator.school_id', '=', 'groups.school_id')
        .onRef('creator.id', '=', 'groups.creator_id')
        .on('creator.deleted_at', 'is', null)
        .on(noBlockBetween(viewer, 'groups.creator_id')),
    )
    .leftJoin('group_join_requests as request', (join) =>
      join
        .onRef('request.school_id', '=', 'groups.school_id')
        .onRef('request.group_id', '=', 'groups.id')
        .on('request.user_id', '=', viewer.id),
    )
    .select([
      'groups.id',
      'groups.name',
      'groups.description',
      'groups.type',
      'groups.category',
      'groups.tags',
      'groups.rules',
      'groups.location',
      'groups.meeting_schedule',
      'groups.max_members',
      'groups.avatar_url',
      'groups.banner_url',
      'groups.members_count',
      epoch('groups.created_at').as('created_at'),
      'mine.role as user_role',
      sql<boolean>`coalesce(mine.muted, false)`.as('muted'),
      'creator.id as creator_id',
      'creator.name as creator_name',
      'creator.avatar_url as creator_avatar',
      'request.status as request_status',
      'request.answer as request_answer',
      groupConversationId('groups').as('conversation_id'),
      sql<number>`(select count(*)::int from (select from posts
        where posts.school_id = groups.school_id and posts.group_id = groups.id and posts.withheld_at is null
          and posts.created_at > now() - interval '30 days' limit ${sql.lit(activePostCount)}) as lately)`.as(
        'posts_lately',
      ),
      sql<boolean>`exists (select from group_invitations as invited where invited.school_id = groups.school_id
        and invited.group_id = groups.id and invited.invitee_id = ${viewer.id})`.as('is_invited'),
      sql<number>`case when mine.role = 'admin' then (select count(*)::int from group_join_requests as waiting
        where waiting.school_id = groups.school_id and waiting.group_id = groups.id and waiting.status = 'pending')
        else 0 end`.as('requests_count'),
    ])
    .$narrowType<{
      type: GroupType
      category: GroupCategory
      user_role: GroupRole | null
      request_status: 'pending' | 'rejected' | null
    }>()
export type GroupRow = Awaited<ReturnType<ReturnType<typeof described>['execute']>>[number]

const oneGroup = prepared((db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
  described(db, { id: viewer, schoolId: school }).where('groups.id', '=', id),
)

/** Returns the group if it belongs to the viewer's school. Throws 404 otherwise. */
export async function groupOr404(db: Db, viewer: Viewer, id: string): Promise<GroupRow> {
  const [group] = await oneGroup(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!group) throw notFound('Group not found')
  return group
}

const findMembership = prepared(
  (db, { viewer, school, id }: SqlParams<{ viewer: string; school: string; id: string }>) =>
    visibleGroups(db, { id: viewer, schoolId: school })
      .where('groups.id', '=', id)
      .select(['groups.id', 'groups.name', 'groups.type', 'mine.role as user_role'])
      .$narrowType<{ type: GroupType; user_role: GroupRole | null }>(),
)
export type Membership = Awaited<ReturnType<typeof findMembership>>[number]

/** Returns the viewer's membership without the rest of the group. Throws 404 like the group. */
export async function membershipOr404(db: Db, viewer: Viewer, id: string): Promise<Membership> {
  const [group] = await findMembership(db, { viewer: viewer.id, school: viewer.schoolId, id })
  if (!group) throw notFound('Group not found')
  return group
}

type ListSlots = SqlParams<{ viewer: string; school: string; rows: number; skip: number }>

const selectByMemberCount = (db: Db, viewer: ViewerParams, rows: SqlParam<number>, skip: SqlParam<number>) =>
  described(db, viewer)
    .orderBy('groups.members_count', 'desc')
    .orderBy('groups.created_at', 'desc')
    .orderBy('groups.id', 'desc')
    .limit(rows)
    .offset(skip)

const wholeList = prepared((db, { viewer, school, rows, skip }: ListSlots) =>
  selectByMemberCount(db, { id: viewer, schoolId: school }, rows, skip),
)

/** One page of the school's groups, the largest first. */
export async function listGroups(
  db: Db,
  viewer: Viewer,
  { category, type, search, suggested, ...window }: z.output<typeof groups.list.query>,
) {
  const [rows, skip] = [window.limit + 1, toOffset(window)]
  if (!category && !type && !search && suggested === 'false')
    return toPage(await wholeList(db, { viewer: viewer.id, school: viewer.schoolId, rows, skip }), window)
  const narrowed = (from: Db) =>
    selectByMemberCount(from, viewer, rows, skip)
      .$if(category !== undefined, (query) => query.where('groups.category', '=', category ?? ''))
      .$if(type !== undefined, (query) => query.where('groups.type', '=', type ?? ''))
      .$if(suggested === 'true', (query) => query.where('mine.user_id', 'is', null))
      .$if(Boolean(search), (query) => query.where('groups.words', 'ilike', likePattern(search ?? '')))
  const find = (from: Db) => narrowed(from).execute()
  const found = await findRows(db, find, (primary, candidates) =>
    narrowed(primary).clearOrderBy().clearLimit().clearOffset().where(isAmong('groups.id', candidates)),
  )
  return toPage(found, window)
}

/** One page of the groups that the viewer is a member of, by name, with their total number. */
export async function listMyGroups(db: Db, viewer: Viewer, { search, ...window }: z.output<typeof groups.mine.query>) {
  const rows = await described(db, viewer)
    .where('mine.user_id', 'is not', null)
    .where('groups.words', 'ilike', likePattern(search ?? ''))
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(sql`lower(groups.name)`)
    .orderBy('groups.id')
    .limit(window.limit + 1)
    .offset(toOffset(window))
    .execute()
  const { rows: shown, pagination } = toPage(rows, window)
  return { rows: shown, pagination: { ...pagination, total: rows[0]?.total ?? 0 } }
}

/** Where a search finds groups: among those of the viewer, and all others. */
const searchSources = ({ id, schoolId }: ViewerParams, term: SearchTerm) => [
  sql`select groups.id from group_members as own join groups on groups.school_id = own.school_id and groups.id = own.group_id
    where own.school_id = ${schoolId} and own.user_id = ${id} and ${matchesTerm('groups.words', term)}`,
  sql`select id from groups where school_id = ${schoolId} and ${matchesTerm('groups.words', term)}`,
]

/** Groups whose name or description contains a term: the viewer's own first, then the largest. */
export const findGroups = (db: Db, viewer: ViewerParams, term: SearchTerm): SearchProvider =>
  visibleGroups(db, viewer)
    .where(term.among ? matchesTerm('groups.words', term) : isCandidate('groups.id', ...searchSources(viewer, term)))
    .orderBy(sql`mine.user_id is null`)
    .orderBy('groups.members_count', 'desc')
    .orderBy('groups.id')
    .limit(term.limit)
    .select([
      'groups.id',
      'groups.name as title',
      excerpt('groups.description', term).as('text'),
      sql<number | null>`null::int8`.as('at'),
      'groups.avatar_url as image_url',
      sql<string>`'/groups/' || groups.id`.as('link'),
    ])
