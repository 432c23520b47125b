import type { grades, semesters } from '../rating-contract.gen.ts'
import type { Rating } from '../rating-contract.ts'

/** Initial values of the rating form. */
export const empty = {
  overall_rating: 0,
  difficulty_rating: 0,
  teaching_quality_rating: 0,
  /** 0: the user has chosen none, and `unchosen` is sent. */
  engagement_rating: 0,
  workload_rating: 0,
  fun_rating: 0,
  would_take_again: '' as '' | 'yes' | 'no',
  review_text: '',
  semester_taken: '' as '' | (typeof semesters)[number],
  year_taken: '',
  course_id: '',
  course_grade: '' as '' | (typeof grades)[number],
  attendance_mandatory: false,
  textbook_required: false,
  gives_extra_credit: false,
  tags: [] as readonly string[],
  anonymous: true,
}
/** The value of an optional scale without a choice. */
export const unchosen = 3

export type RatingFields = Readonly<typeof empty>

export const textLength = (text: string): number => [...text.trim()].length

const firstYear = 2000

/** From the current year back to the first accepted one. */
export const years = (now = new Date()): string[] =>
  Array.from({ length: now.getUTCFullYear() - firstYear + 1 }, (_, back) => String(now.getUTCFullYear() - back))

/** Converts the values to the request body. */
export const toRequestBody = ({ would_take_again, year_taken, tags, ...fields }: RatingFields) => ({
  ...fields,
  engagement_rating: fields.engagement_rating || unchosen,
  workload_rating: fields.workload_rating || unchosen,
  fun_rating: fields.fun_rating || unchosen,
  would_take_again: would_take_again === '' ? null : would_take_again === 'yes',
  year_taken: year_taken === '' ? null : Number(year_taken),
  tags: tags.filter(Boolean),
})

/** The values of an existing rating. */
export const toFields = (rating: Rating): RatingFields => ({
  overall_rating: rating.overall_rating,
  difficulty_rating: rating.difficulty_rating,
  teaching_quality_rating: rating.teaching_quality_rating,
  engagement_rating: rating.engagement_rating,
  workload_rating: rating.workload_rating,
  fun_rating: rating.fun_rating,
  would_take_again: rating.would_take_again === null ? '' : rating.would_take_again ? 'yes' : 'no',
  review_text: rating.review_text,
  semester_taken: rating.semester_taken ?? '',
  year_taken: rating.year_taken === null ? '' : String(rating.year_taken),
  course_id: rating.course_id ?? '',
  course_grade: rating.course_grade ?? '',
  attendance_mandatory: rating.attendance_mandatory,
  textbook_required: rating.textbook_required,
  gives_extra_credit: rating.gives_extra_credit,
  tags: rating.tags,
  anonymous: rating.anonymous,
})
