import { z } from 'zod'
import { text } from '../../shared/contract.ts'
import { Author } from '../people/contract.ts'

export const semesters = ['Fall', 'Spring', 'Summer'] as const
export const grades = ['A+', 'A', 'A-', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'D-', 'F'] as const

/** Limits that the forms and the server share. */
export const ratingLimits = { review: 500, shortestReview: 10, tags: 10, tag: 50 }

const count = z.int()

export const Course = z.object({ id: z.guid(), code: z.string(), name: z.string() })
export type Course = z.infer<typeof Course>

/** One scale of a rating, from 1 to 5 with at most one decimal. 0 counts as not answered. */
const scale = (what: string) =>
  z
    .number({ error: `${what} rating is required` })
    .refine((value) => value !== 0, { error: `${what} rating is required`, abort: true })
    .refine((value) => value >= 1 && value <= 5, `${what} rating must be between 1 and 5`)
    .refine((value) => /^\d(\.\d)?$/.test(String(value)), 'Use no more than one decimal place')
const middle = 3
const easy = (what: string) =>
  scale(what)
    .nullish()
    .transform((value) => value ?? middle)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)
/** An empty choice of a form becomes null. */
const choice = <S extends z.ZodType<string>>(shape: S) =>
  z
    .union([shape, z.literal('')], 'Choose an option from the list')
    .nullish()
    .transform((value) => value || null)

const firstYear = 2000
const thisYear = () => new Date().getUTCFullYear()

export const RatingInput = z.object({
  overall_rating: scale('Overall'),
  difficulty_rating: scale('Difficulty'),
  teaching_quality_rating: scale('Teaching quality'),
  engagement_rating: easy('Engagement'),
  workload_rating: easy('Workload'),
  fun_rating: easy('Fun'),
  would_take_again: z.boolean().nullish(),
  review_text: text({
    max: ratingLimits.review,
    min: ratingLimits.shortestReview,
    required: 'Review text is required',
    short: `Review must be at least ${ratingLimits.shortestReview} characters`,
    long: `Review must be less than ${ratingLimits.review} characters`,
  }),
  semester_taken: choice(z.enum(semesters)),
  year_taken: z
    .int()
    .nullish()
    .refine((year) => (year ?? firstYear) >= firstYear && (year ?? firstYear) <= thisYear(), {
      error: () => `Year must be between ${firstYear} and ${thisYear()}`,
    }),
  course_id: z
    .guid()
    .or(z.literal(''))
    .nullish()
    .transform((id) => id || null),
  course_grade: choice(z.enum(grades)),
  attendance_mandatory: flag,
  textbook_required: flag,
  gives_extra_credit: flag,
  /** Drops empty entries and duplicates. */
  tags: z
    .array(text({ max: ratingLimits.tag, min: 0 }))
    .nullish()
    .transform((tags) => [...new Set((tags ?? []).filter(Boolean))])
    .refine((tags) => tags.length <= ratingLimits.tags, `Add up to ${ratingLimits.tags} tags`),
  anonymous: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
})
export type RatingInput = z.output<typeof RatingInput>

/** All that its author can change. The course stays: there is one rating per course, and another one is a new rating. */
export const RatingEdit = RatingInput.omit({ anonymous: true, course_id: true })
export type RatingEdit = z.output<typeof RatingEdit>

export const Rating = z.object({
  id: z.guid(),
  professor_id: z.guid(),
  course_id: z.guid().nullable(),
  course: Course.nullable(),
  overall_rating: z.number(),
  difficulty_rating: z.number(),
  engagement_rating: z.number(),
  teaching_quality_rating: z.number(),
  workload_rating: z.number(),
  fun_rating: z.number(),
  would_take_again: z.boolean().nullable(),
  review_text: z.string(),
  semester_taken: z.enum(semesters).nullable(),
  year_taken: z.int().nullable(),
  course_grade: z.enum(grades).nullable(),
  attendance_mandatory: z.boolean(),
  textbook_required: z.boolean(),
  gives_extra_credit: z.boolean(),
  tags: z.array(z.string()),
  anonymous: z.boolean(),
  /** Null for all viewers when it is anonymous. */
  reviewer: Author.nullable(),
  reviewer_id: z.guid().nullable(),
  is_author: z.boolean(),
  /**
   * Visible only to its author for now. Anonymous ratings are published with a delay, so that their time reveals
   * nothing.
   */
  pending: z.boolean().optional(),
  created_at: z.int(),
  edited_at: z.int().nullable(),
  helpful_count: count,
  not_helpful_count: count,
  user_helpful_vote: z.boolean().nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
})
export type Rating = z.infer<typeof Rating>
