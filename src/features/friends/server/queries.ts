import { type RawBuilder, sql } from 'kysely'
import type { SqlParam } from '../../../shared/server/db/db.ts'

/** The viewer of a fragment: values, or the tokens of a prepared query. */
type ViewerParams = { readonly id: SqlParam<string>; readonly schoolId: SqlParam<string> }

/**
 * True in SQL when neither of the two has blocked the other. `person` is a column that holds a user id; an anonymous
 * row has none there and passes, since its vanishing would tell who wrote it.
 */
export const noBlockBetween = (viewer: ViewerParams, person: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from blocks where blocks.school_id = ${viewer.schoolId}
    and blocks.blocker_id = ${viewer.id} and blocks.blocked_id = ${sql.ref(person)})
  and not exists (select from blocks where blocks.school_id = ${viewer.schoolId}
    and blocks.blocked_id = ${viewer.id} and blocks.blocker_id = ${sql.ref(person)}))`

/** True in SQL when the two are friends. */
export const areFriends = (viewer: ViewerParams, person: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from friendships where friendships.school_id = ${viewer.schoolId}
    and friendships.user_id = ${viewer.id} and friendships.friend_id = ${sql.ref(person)})`

/** How many friends two people have in common, in SQL. */
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
