import { type RawBuilder, sql } from 'kysely'
import type { ViewerParams } from '../../../shared/server/auth/viewer.ts'
import type { SqlParam } from '../../../shared/server/db/prepared.ts'
import type { HideableKind } from '../safety-contract.ts'

/**
 * SQL condition: no block between the viewer and the user in the column `person`. Anonymous rows have null there and
 * pass, because hiding them would reveal their author.
 */
export const noBlockBetween = (viewer: ViewerParams, person: string): RawBuilder<boolean> => sql<boolean>`(
  not exists (select from blocks where blocks.school_id = ${viewer.schoolId}
    and blocks.blocker_id = ${viewer.id} and blocks.blocked_id = ${sql.ref(person)})
  and not exists (select from blocks where blocks.school_id = ${viewer.schoolId}
    and blocks.blocked_id = ${viewer.id} and blocks.blocker_id = ${sql.ref(person)}))`

/** SQL condition: the viewer has not muted the user in the column `person`. Anonymous rows have null there and pass. */
export const isNotMuted = (viewer: ViewerParams, person: string): RawBuilder<boolean> => sql<boolean>`
  not exists (select from mutes where mutes.school_id = ${viewer.schoolId}
    and mutes.user_id = ${viewer.id} and mutes.muted_id = ${sql.ref(person)})`

/**
 * SQL condition of lists: the viewer has neither hidden the item nor muted its author. Items opened by their link are
 * shown, so that a link in a message or a decision still works.
 */
export const isListedFor = (
  viewer: ViewerParams,
  { kind, id, author }: { kind: HideableKind; id: string; author?: string },
): RawBuilder<boolean> => {
  const isShown = sql<boolean>`not exists (select from hidden_items where hidden_items.school_id = ${viewer.schoolId}
    and hidden_items.user_id = ${viewer.id} and hidden_items.kind = ${sql.lit(kind)}
    and hidden_items.item_id = ${sql.ref(id)})`
  return author === undefined ? isShown : sql<boolean>`(${isNotMuted(viewer, author)} and ${isShown})`
}

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
