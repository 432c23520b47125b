import { sql } from 'kysely'
import { createDiscussion } from '../../discussions/server/discussion.ts'
import { type GroupPostRow, restrictedReaders } from './queries.ts'

/** A post of a group that a discussion is about. */
export type DiscussedGroupPost = Pick<GroupPostRow, 'id' | 'author_id' | 'group_id' | 'group_name'>

/** Comments and likes in groups. Authors hear of them while they are members who have not muted the group. */
export const groupDiscussion = createDiscussion<DiscussedGroupPost>({
  link: ({ id, group_id }) => `/groups/${group_id}#${id}`,
  place: ({ group_name }) => ` in “${group_name}”`,
  findRecipients: (schoolId, { id, author_id, group_id }, users, why) => {
    const listening = (some: readonly string[]) => sql<string>`
      select user_id from group_members where school_id = ${schoolId} and group_id = ${group_id}
        and user_id = any (${some}::uuid[]) and not muted`
    return why === 'mention'
      ? sql<string>`select person from unnest(${users}::uuid[]) as person
          where can_view_group_post(${schoolId}, ${id}, person) and person not in (${listening([author_id])})`
      : listening(users)
  },
  only: restrictedReaders,
})
