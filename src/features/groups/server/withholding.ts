import { sql } from 'kysely'
import type { Parent } from '../../moderation/server/withholding.ts'

/** The group that the item is in was not removed itself. */
export const groupExists: Parent = {
  exists: sql<boolean>`item.group_id is null or exists (select from groups
    where groups.school_id = item.school_id and groups.id = item.group_id and groups.withheld_at is null)`,
  cause: 'The group was removed. Restore the group first.',
}
