import { sql } from 'kysely'
import type { ProfileCounter } from '../../people/server/profile-counters.ts'

/** The posts that a user wrote under their name, outside groups. */
export const countNamedPosts: ProfileCounter = ({ school, id }) =>
  sql`(select count(*) from posts where school_id = ${school} and author_id = ${id} and group_id is null and withheld_at is null)`
