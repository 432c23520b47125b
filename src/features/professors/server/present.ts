import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Professor } from '../contract.ts'
import type { Rating } from '../rating-contract.ts'
import { canEdit } from './policy.ts'
import type { ProfessorRow } from './queries.ts'
import type { RatingRow } from './rating-queries.ts'

const maxSentence = 80

/** The first sentence of a review, cut at a word. */
export function toSentence(review: string): string {
  const sentence = /^.*?[.!?](?=\s|$)/su.exec(review.trim())?.[0] ?? review
  const text = sentence.replace(/\s+/g, ' ').trim()
  return text.length <= maxSentence ? text : `${text.slice(0, maxSentence - 1).replace(/\s+\S*$/, '')}…`
}

type ListRow = ProfessorRow & { readonly top_review: string | null }

export const presentListed = ({ top_review, ...row }: ListRow): Professor => ({
  ...presentProfessor(row),
  top_review: top_review === null ? null : toSentence(top_review),
})

export function presentProfessor(row: ProfessorRow): Professor {
  const { department_id, department_name, school_name, stars, tags_summary, created_by: _, ...rest } = row
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = stars
  return {
    ...rest,
    department: { id: department_id, name: department_name },
    department_name,
    school: school_name,
    school_name,
    rating_distribution: { 1: one, 2: two, 3: three, 4: four, 5: five },
    tags_summary: Object.fromEntries(Object.entries(tags_summary).sort(([, fewer], [, more]) => more - fewer)),
  }
}

/** `mine`: the viewer wrote it. */
export function presentRating(row: RatingRow, viewer: Viewer, mine: boolean): Rating {
  const {
    school_id: _,
    author_tag: __,
    reviewer_id,
    reviewer_name,
    reviewer_avatar: avatar,
    course_id,
    course_code,
    course_name,
    is_anonymous,
    ...rest
  } = row
  return {
    ...rest,
    anonymous: is_anonymous,
    course_id,
    course: course_id && course_code !== null ? { id: course_id, code: course_code, name: course_name ?? '' } : null,
    reviewer_id,
    reviewer: reviewer_id === null ? null : { id: reviewer_id, name: reviewer_name ?? '', avatar_url: avatar, avatar },
    is_author: mine,
    can: { edit: canEdit(viewer, row), delete: mine, report: is_anonymous || !mine },
  }
}
