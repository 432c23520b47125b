import { type RawBuilder, sql } from 'kysely'
import type { ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { SqlParam } from '../../../shared/server/db/prepared.ts'

/** The viewer in an SQL fragment: values, or the parameters of a prepared query. */
/**
 * SQL condition: no block between the viewer and the user in the column `person`. Anonymous rows have null there and
 * pass, because hiding them would reveal their author.
 */
export const noBlockBetween = (viewer: ViewerParams, person: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from blocks where blocks.school_id = ${viewer.schoolId}
    and blocks.blocker_id = ${viewer.id} and blocks.blocked_id = ${sql.ref(person)})
  and not exists (select from blocks where blocks.school_id = ${viewer.schoolId}
    and blocks.blocked_id = ${viewer.id} and blocks.blocker_id = ${sql.ref(person)}))`

/** SQL condition: the two users are friends. */
export const areFriends = (viewer: ViewerParams, person: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from friendships where friendships.school_id = ${viewer.schoolId}
    and friendships.user_id = ${viewer.id} and friendships.friend_id = ${sql.ref(person)})`

/** SQL for the number of friends that two users have in common. */
export const mutualFriends = (
  schoolId: SqlParam<string>,
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
) => sql<number>`(
  select count(*)::int from friendships as ours
  join friendships as theirs on theirs.school_id = ours.school_id and theirs.friend_id = ours.friend_id
    and theirs.user_id = ${other}
  join users as common on common.school_id = ours.school_id and common.id = ours.friend_id and common.deleted_at is null
  where ours.school_id = ${schoolId} and ours.user_id = ${one})`
