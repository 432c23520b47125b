import { sql } from 'kysely'

/** SQL condition: the participant `me` may pin messages of `conversations`: in the conversation of a group, its admins. */
export const isPinAllowed = sql<boolean>`(conversations.kind <> 'group' or exists (
  select from group_members where group_members.school_id = conversations.school_id
    and group_members.group_id = conversations.group_id and group_members.user_id = me.user_id
    and group_members.role = 'admin'))`
