import { sql } from 'kysely'
import { notFound } from '../../../shared/server/http/errors.ts'
import { reports } from '../../moderation/report-contract.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { hasActiveOwner, hasVisibleOwner, hasVisibleProfile } from './media-rules.ts'

/** A user as a reportable item: their profile. Actions on it apply to the user. */
export const userContentType: ContentType = {
  kind: 'user',
  label: 'person',
  async snapshot(db, schoolId, id) {
    const person = await db
      .selectFrom('users')
      .where('school_id', '=', schoolId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .select(['id', 'name', 'bio', 'avatar_url', 'cover_photo'])
      .executeTakeFirst()
    return (
      person && {
        title: person.name,
        text: person.bio ?? '',
        images: [person.avatar_url, person.cover_photo].filter((url) => url !== null),
        authorId: person.id,
        seal: null,
      }
    )
  },
  report: {
    route: reports.reportUser,
    // A viewer can report a user they have blocked. A user who has blocked the viewer is not found.
    async find(db, viewer, { id = '' }) {
      const person = await db
        .selectFrom('users')
        .where('school_id', '=', viewer.schoolId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .where(
          sql<boolean>`not exists (select from blocks where blocks.school_id = users.school_id
            and blocks.blocker_id = users.id and blocks.blocked_id = ${viewer.id})`,
        )
        .select('id')
        .executeTakeFirst()
      if (!person) throw notFound('User not found')
      return person.id
    },
  },
  canRead: { avatar: [hasActiveOwner], cover: [...hasVisibleOwner, hasVisibleProfile] },
}
