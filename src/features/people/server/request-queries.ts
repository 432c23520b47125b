import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { toOffset, toPage } from '../../../shared/server/db/page.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { epoch, likePattern } from '../../../shared/server/db/sql.ts'
import type { FriendRequest } from '../contract.ts'
import { canViewProfile } from './profile-visibility.ts'
import { mutualFriends } from './queries.ts'

/** The viewer's pending requests, sent and received. Every read of requests starts here. A block deletes requests. */
const visibleRequests = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('friend_requests')
    .where('friend_requests.school_id', '=', viewer.schoolId)
    .where((own) =>
      own.or([
        own('friend_requests.requester_id', '=', viewer.id),
        own('friend_requests.addressee_id', '=', viewer.id),
      ]),
    )

/** The pending request in one direction; `id` is that of the request or of the other user. */
export const findRequest = (db: Db, viewer: Viewer, direction: 'sent' | 'received', id: string) => {
  const [mine, theirs] =
    direction === 'sent' ? (['requester_id', 'addressee_id'] as const) : (['addressee_id', 'requester_id'] as const)
  return visibleRequests(db, viewer)
    .where(mine, '=', viewer.id)
    .where((either) => either.or([either('id', '=', id), either(theirs, '=', id)]))
    .select(['id', `${theirs} as other`])
    .executeTakeFirst()
}

/** One page of the requests that the viewer sent or received, newest first. */
export async function listRequests(
  db: Db,
  viewer: Viewer,
  direction: 'sent' | 'received',
  { q, page, limit }: { q?: string | undefined; page: number; limit: number },
) {
  const [mine, theirs] =
    direction === 'sent' ? (['requester_id', 'addressee_id'] as const) : (['addressee_id', 'requester_id'] as const)
  const other = theirs === 'requester_id' ? 'requester' : 'addressee'
  const ifVisible = (role: 'requester' | 'addressee', value: RawBuilder<unknown>) =>
    sql`case when ${canViewProfile(viewer, role)} then ${value} end`
  const mutual = mutualFriends(
    viewer.schoolId,
    sql.ref('friend_requests.requester_id'),
    sql.ref('friend_requests.addressee_id'),
  )
  const someone = (role: 'requester' | 'addressee') => sql<FriendRequest['requester']>`json_build_object(
    'id', ${sql.ref(`${role}.id`)}, 'name', ${sql.ref(`${role}.name`)},
    'avatar_url', ${sql.ref(`${role}.avatar_url`)}, 'avatar', ${sql.ref(`${role}.avatar_url`)},
    'major', ${ifVisible(role, sql.ref(`${role}.major`))}, 'graduation_year', ${ifVisible(role, sql.ref(`${role}.graduation_year`))},
    'mutual_friends_count', coalesce(${ifVisible(other, mutual)}, 0))`
  const query = visibleRequests(db, viewer)
    .innerJoin('users as requester', (join) =>
      join
        .onRef('requester.school_id', '=', 'friend_requests.school_id')
        .onRef('requester.id', '=', 'friend_requests.requester_id'),
    )
    .innerJoin('users as addressee', (join) =>
      join
        .onRef('addressee.school_id', '=', 'friend_requests.school_id')
        .onRef('addressee.id', '=', 'friend_requests.addressee_id'),
    )
    .where(`friend_requests.${mine}`, '=', viewer.id)
    .where(`${other}.deleted_at`, 'is', null)
    .orderBy('friend_requests.created_at', 'desc')
    .orderBy('friend_requests.id', 'desc')
    .limit(limit + 1)
    .offset(toOffset({ page, limit }))
    .select([
      'friend_requests.id',
      'friend_requests.requester_id',
      someone('requester').as('requester'),
      'friend_requests.addressee_id',
      someone('addressee').as('addressee'),
      epoch('friend_requests.created_at').as('created_at'),
    ])
  const rows = await (q ? query.where(`${other}.name`, 'ilike', likePattern(q)) : query).execute()
  const shown = toPage(rows, { page, limit })
  return { requests: shown.rows, pagination: shown.pagination }
}
