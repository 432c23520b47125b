import { sql } from 'kysely'
import { createDiscussion } from '../../discussions/server/discussion.ts'
import { visiblePostIds } from './queries.ts'

/** Comments and likes in the school's feed. Everyone who can see a post hears of it. */
export const feed = createDiscussion({
  link: ({ id }, comment) => `/dashboard?post=${id}${comment ? `&comment=${comment}` : ''}`,
  place: () => ({}),
  findRecipients: (_schoolId, { author_id }, users, why) =>
    why === 'mention' ? users.filter((user) => user !== author_id) : users,
  isListening: (_schoolId, _post, author) => sql`users.id = ${author}::uuid`,
  findDiscussed: (db, viewer, id) =>
    visiblePostIds(db, viewer).where('posts.id', '=', id).select(['posts.id', 'posts.author_id']),
  only: sql`null::uuid[]`,
})
