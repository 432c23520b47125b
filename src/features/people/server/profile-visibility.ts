import { type RawBuilder, sql } from 'kysely'
import type { ProfileChoice } from '../../../shared/profile-choices.ts'
import type { ViewerParams } from '../../../shared/server/auth/viewer.ts'
import { areFriends } from './queries.ts'

/**
 * SQL condition on `users` or an alias: the viewer sees the profile of the user, not only name and picture. Every read of
 * profile fields applies it. Any shared group counts, also one that everyone can join; withheld groups do not.
 */
export const canViewProfile = (viewer: ViewerParams, users = 'users'): RawBuilder<boolean> => {
  const id = `${users}.id`
  // Each subquery has only equal conditions with the row, so that PostgreSQL can hash it for a list.
  const hasChosen = (choice: ProfileChoice) => sql`exists (select from safety_settings as chosen
    where chosen.school_id = ${viewer.schoolId} and chosen.user_id = ${sql.ref(id)} and chosen.profile = ${sql.lit(choice)})`
  const isMinor = sql`(${sql.ref(`${users}.role`)} = 'student' and (${sql.ref(`${users}.is_minor`)}
    or (select schools.minors from schools where schools.id = ${viewer.schoolId})))`
  const sharesGroup = sql`exists (select from group_members as other
    join group_members as own on own.school_id = other.school_id and own.group_id = other.group_id and own.user_id = ${viewer.id}
    join groups on groups.school_id = other.school_id and groups.id = other.group_id and groups.withheld_at is null
    where other.school_id = ${viewer.schoolId} and other.user_id = ${sql.ref(id)})`
  return sql<boolean>`(not (${hasChosen('friends_and_groups')} or ${isMinor} and not ${hasChosen('everyone')})
    or ${sql.ref(id)} = ${viewer.id} or ${areFriends(viewer, id)} or ${sharesGroup})`
}
