import { type RawBuilder, sql } from 'kysely'
import type { SqlParam } from '../../../shared/server/db/prepared.ts'
import { createDiscussion } from '../../discussions/server/discussion.ts'
import { type GroupPostRow, restrictedReaders } from './queries.ts'

/** A post in its group. */
type PlacedGroupPost = Pick<GroupPostRow, 'id' | 'group_id' | 'group_name'>

/** Query of those of these users who are members of the group and have not muted it. */
const findListening = (
  schoolId: SqlParam<string>,
  group: SqlParam<string>,
  users: SqlParam<readonly (string | null)[]> | RawBuilder<unknown>,
) => sql<string>`
  select user_id from group_members where school_id = ${schoolId} and group_id = ${group}
    and user_id = any (${users}::uuid[]) and not muted`

/** Comments and likes in groups. Authors hear of them while they are members who have not muted the group. */
export const groupDiscussion = createDiscussion<PlacedGroupPost>({
  link: ({ id, group_id }) => `/groups/${group_id}#${id}`,
  place: ({ group_name }) => ({ group_name }),
  findRecipients: (schoolId, { id, author_id, group_id }, users, why) => {
    return why === 'mention'
      ? sql<string>`select person from unnest(${users}::uuid[]) as person
          where can_view_group_post(${schoolId}, ${id}, person) and person not in (${findListening(schoolId, group_id, [author_id])})`
      : findListening(schoolId, group_id, users)
  },
  isListening: (schoolId, { group_id }, author) =>
    sql`users.id in (${findListening(schoolId, group_id, sql`array[${author}::uuid]`)})`,
  // The caller has found it for the viewer, and holds their membership.
  findDiscussed: (_db, { schoolId }, id) =>
    sql`select id, author_id from posts where school_id = ${schoolId} and id = ${id} and group_id is not null`,
  only: restrictedReaders,
})
