import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'

type Counted = SqlParams<{ school: string; id: string }>

/** Counts what a user did under their name, as a scalar subquery. Higher features provide it. */
export type ProfileCounter = (user: Counted) => RawBuilder<number>

export type ProfileCounters = Readonly<Record<'posts' | 'events', ProfileCounter>>

const countFriends: ProfileCounter = ({ school, id }) =>
  sql`(select count(*) from friendships
    join users on users.school_id = friendships.school_id and users.id = friend_id and users.deleted_at is null
    where friendships.school_id = ${school} and user_id = ${id})`

/**
 * Prepares the counts of a profile: exactly what the corresponding lists show, so nothing anonymous, nothing in groups
 * and no deleted accounts. The caller has checked that the viewer can see the user.
 */
export function createProfileCounts(counters: ProfileCounters) {
  const select = prepared((db, user: Counted) =>
    db.selectNoFrom([
      counters.posts(user).as('posts'),
      countFriends(user).as('friends'),
      counters.events(user).as('events'),
    ]),
  )
  return async (db: Db, viewer: Viewer, id: string) => {
    const [counts] = await select(db, { school: viewer.schoolId, id })
    if (!counts) throw new Error('A select without a table returned no row')
    return counts
  }
}
