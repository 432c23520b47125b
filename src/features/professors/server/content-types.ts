import { sql } from 'kysely'
import type { SealMode } from '../../../shared/seal-modes.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { authorExists, withholdsRows } from '../../moderation/server/withholding.ts'
import { hasActiveOwner } from '../../people/server/media-rules.ts'
import { professors, ratings } from '../contract.ts'
import { deleteProfessor } from './actions.ts'
import { professorOr404 } from './queries.ts'
import { deleteRating } from './rating-actions.ts'
import { ratingOr404 } from './rating-queries.ts'

const ofProfessor = sql`(select name from professors where professors.school_id = item.school_id
  and professors.id = item.professor_id)`

/** Content types of this feature. */
export const professorContentTypes: readonly ContentType[] = [
  {
    kind: 'rating',
    label: 'rating',
    findVisible: ratingOr404,
    async snapshot(db, schoolId, id) {
      const rating = await db
        .selectFrom('ratings')
        .innerJoin('professors', (join) =>
          join
            .onRef('professors.school_id', '=', 'ratings.school_id')
            .onRef('professors.id', '=', 'ratings.professor_id'),
        )
        .where('ratings.school_id', '=', schoolId)
        .where('ratings.id', '=', id)
        .select(['professors.name', 'review_text', 'reviewer_id', 'author_seal', 'sealed_mode'])
        .$narrowType<{ sealed_mode: SealMode | null }>()
        .executeTakeFirst()
      return (
        rating && {
          title: rating.name,
          text: rating.review_text,
          images: [],
          authorId: rating.reviewer_id,
          seal: rating.author_seal,
          sealedMode: rating.sealed_mode,
        }
      )
    },
    remove: deleteRating,
    ...withholdsRows('ratings', { parents: [authorExists('reviewer_id')] }),
    report: {
      route: ratings.report,
      find: async (db, viewer, { id = '' }) => (await ratingOr404(db, viewer, id)).id,
    },
    listed: {
      table: 'ratings',
      title: ofProfessor,
      text: 'review_text',
      authorId: 'reviewer_id',
      seal: 'author_seal',
      likes: 'helpful_count',
    },
  },
  {
    kind: 'professor',
    label: 'professor',
    async snapshot(db, schoolId, id) {
      const professor = await db
        .selectFrom('professors')
        .where('school_id', '=', schoolId)
        .where('id', '=', id)
        .select(['name', 'title', 'bio', 'avatar_url', 'created_by'])
        .executeTakeFirst()
      return (
        professor && {
          title: professor.name,
          text: [professor.title, professor.bio].filter(Boolean).join('\n'),
          images: professor.avatar_url ? [professor.avatar_url] : [],
          authorId: professor.created_by,
          seal: null,
        }
      )
    },
    remove: deleteProfessor,
    ...withholdsRows('professors', { uploads: 'professor' }),
    report: {
      route: professors.report,
      find: async (db, viewer, { id = '' }) => (await professorOr404(db, viewer, id)).id,
    },
    canRead: { professor: [hasActiveOwner] },
    listed: {
      table: 'professors',
      title: 'name',
      text: sql`coalesce(item.bio, '')`,
      images: sql`case when item.avatar_url is null then null else array[item.avatar_url] end`,
      authorId: 'created_by',
    },
  },
]
