import { sql } from 'kysely'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { withholdsRows } from '../../moderation/server/withholding.ts'
import { hasVisibleOwner } from '../../people/server/media-rules.ts'
import { groups } from '../contract.ts'
import { deleteGroup } from './actions.ts'
import { groupLink } from './notifications.ts'
import { groupOr404 } from './queries.ts'

/** The content types of groups that moderation can report and remove. */
export const groupContentTypes: readonly ContentType[] = [
  {
    kind: 'group',
    label: 'group',
    async snapshot(db, schoolId, id) {
      const group = await db
        .selectFrom('groups')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['name', 'description', 'rules', 'avatar_url', 'banner_url', 'creator_id'])
        .executeTakeFirst()
      return (
        group && {
          title: group.name,
          text: [group.description, group.rules].filter(Boolean).join('\n'),
          images: [group.avatar_url, group.banner_url].filter((url) => url !== null),
          authorId: group.creator_id,
          seal: null,
        }
      )
    },
    remove: deleteGroup,
    ...withholdsRows('groups', {
      uploads: 'group',
      notices: (schoolId, id) => sql`select ${groupLink(id)}::text
        union all select '/events?event=' || events.id from events where school_id = ${schoolId} and group_id = ${id}`,
    }),
    report: {
      route: groups.report,
      find: async (db, viewer, { gid = '' }) => (await groupOr404(db, viewer, gid)).id,
      thanks: 'Group reported successfully',
    },
    canRead: { group: hasVisibleOwner },
    listed: {
      table: 'groups',
      title: 'name',
      text: 'description',
      images: sql`array_remove(array[item.avatar_url, item.banner_url], null)`,
      authorId: 'creator_id',
    },
  },
]
