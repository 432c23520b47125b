import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { type PendingItem, startOfMinute } from '../../../shared/server/pending.ts'
import type { App } from '../../../shared/server/services.ts'
import type { Rating, RatingInput } from '../rating-contract.ts'
import { presentRating } from './present.ts'
import type { RatingRow } from './rating-queries.ts'

export type RatingBody = {
  readonly professor_id: string
  readonly is_anonymous: boolean
  readonly input: Omit<RatingInput, 'anonymous'>
}
export type PendingRating = PendingItem<RatingBody>

/** The viewer's own pending ratings of a professor, latest first. */
export const findPendingRatings = (own: readonly PendingItem[], professorId: string) =>
  (own.filter(({ kind }) => kind === 'rating') as PendingRating[])
    .filter(({ body }) => body.professor_id === professorId)
    .reverse()

/** Presents ratings that are not in the table yet to their author. */
export async function presentPendingRatings(
  { pending }: App,
  db: Db,
  viewer: Viewer,
  items: readonly PendingRating[],
): Promise<Rating[]> {
  if (items.length === 0) return []
  const courses = await db
    .selectFrom('professor_courses')
    .where('school_id', '=', viewer.schoolId)
    .where('id', 'in', [...items.map(({ body }) => body.input.course_id ?? body.professor_id)])
    .select(['id', 'code', 'name'])
    .execute()
  const reviewer = await db
    .selectFrom('users')
    .where('school_id', '=', viewer.schoolId)
    .where('id', '=', viewer.id)
    .select(['name', 'avatar_url'])
    .executeTakeFirst()
  return items.map((item) => {
    const course = courses.find(({ id }) => id === item.body.input.course_id)
    const row = toRow(item, course, reviewer)
    return {
      ...presentRating(row, viewer, !item.body.is_anonymous || !viewer.hidesOwn),
      ...(item.body.is_anonymous && pending.isDelayed ? { pending: true } : {}),
    }
  })
}

/** The row that the item would become if it were published now. */
function toRow(
  { schoolId, id, authorId, writtenAt, body: { professor_id, is_anonymous, input } }: PendingRating,
  course: { readonly code: string; readonly name: string } | undefined,
  reviewer: { readonly name: string; readonly avatar_url: string | null } | undefined,
): RatingRow {
  return {
    ...input,
    school_id: schoolId,
    id,
    professor_id,
    course_code: course?.code ?? null,
    course_name: course?.name ?? null,
    reviewer_id: is_anonymous ? null : authorId,
    author_tag: null,
    reviewer_name: is_anonymous ? null : (reviewer?.name ?? null),
    reviewer_avatar: is_anonymous ? null : (reviewer?.avatar_url ?? null),
    is_anonymous,
    would_take_again: input.would_take_again ?? null,
    year_taken: input.year_taken ?? null,
    helpful_count: 0,
    not_helpful_count: 0,
    user_helpful_vote: null,
    created_at: startOfMinute(writtenAt),
    edited_at: null,
  }
}
