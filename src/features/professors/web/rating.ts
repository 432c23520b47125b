import type { ProfessorFieldErrors } from './form.ts'
import type { grades, semesters } from './labels.ts'

/** Initial values of the rating form. */
export const empty = {
  overall_rating: 0,
  difficulty_rating: 0,
  teaching_quality_rating: 0,
  engagement_rating: 3,
  workload_rating: 3,
  fun_rating: 3,
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
export type RatingFields = typeof empty

export const review = { min: 10, max: 500 }
export const textLength = (text: string): number => [...text.trim()].length

const firstYear = 2000

/** From the current year back to the first accepted one. */
export const years = (now = new Date()): string[] =>
  Array.from({ length: now.getUTCFullYear() - firstYear + 1 }, (_, back) => String(now.getUTCFullYear() - back))

/** Returns the errors per field, in the order in which they are shown. */
export function check(fields: RatingFields): ProfessorFieldErrors {
  const length = textLength(fields.review_text)
  return {
    overall_rating: fields.overall_rating ? undefined : 'Overall rating is required',
    difficulty_rating: fields.difficulty_rating ? undefined : 'Difficulty rating is required',
    teaching_quality_rating: fields.teaching_quality_rating ? undefined : 'Teaching quality rating is required',
    review_text: (() => {
      if (length === 0) return 'Review text is required'
      if (length < review.min) return 'Review must be at least 10 characters'
      return length > review.max ? 'Review must be less than 500 characters' : undefined
    })(),
  }
}

/** Converts the values to the request body. */
export const toRequestBody = ({ would_take_again, year_taken, tags, ...fields }: RatingFields) => ({
  ...fields,
  would_take_again: would_take_again === '' ? null : would_take_again === 'yes',
  year_taken: year_taken === '' ? null : Number(year_taken),
  tags: tags.filter(Boolean),
})
