import { z } from 'zod'
import { emptyEnvelope, envelope, idParams, route, searchText, text, webUrl } from '../../shared/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Course, Rating, RatingEdit, RatingInput } from './rating-contract.ts'

export const professorSorts = ['rating', 'name', 'total_ratings', 'difficulty'] as const
export const ratingSorts = ['created_at', 'overall_rating', 'helpful_count'] as const
/** Limits that the forms and the server share. */
export const professorLimits = {
  name: 100,
  line: 200,
  words: 5000,
  chips: 30,
  years: 60,
}

const addressProblem = 'Please enter a valid website URL (e.g., exeter.edu or https://www.example.edu)'

/** An optional field. An empty text becomes null. */
const optional = (shape: z.ZodType<string, string>) => shape.nullish().transform((value) => value || null)
const line = (max: number) => optional(text({ max, min: 0 }))

export const DepartmentInput = z.object({
  name: text({ max: professorLimits.name, required: 'Department name is required' }),
  short_name: line(professorLimits.name),
  description: line(professorLimits.words),
  website_url: optional(webUrl(addressProblem)),
})
export type DepartmentInput = z.output<typeof DepartmentInput>

export const Department = z.object({
  id: z.guid(),
  name: z.string(),
  short_name: z.string().nullable(),
  description: z.string().nullable(),
  website_url: z.string().nullable(),
  professors_count: z.int(),
})
export type Department = z.infer<typeof Department>

/** A list as JSON text. Trims each entry and drops duplicates, ignoring case. */
const chips = (field: string, label = field) =>
  z
    .string()
    .optional()
    .transform((json, problem) => {
      try {
        return json?.trim() ? (JSON.parse(json) as unknown) : []
      } catch {
        problem.addIssue(`${field} must be a JSON list of texts`)
        return z.NEVER
      }
    })
    .pipe(z.array(text({ max: professorLimits.name, min: 0 }), `${field} must be a JSON list of texts`))
    .transform((all) => [...new Map(all.filter(Boolean).map((chip) => [chip.toLowerCase(), chip])).values()])
    .refine((all) => all.length <= professorLimits.chips, `Add up to ${professorLimits.chips} ${label}`)

const email = text({ max: 254, min: 0 }).refine(
  (address) => address === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address),
  'Invalid email format',
)

const years = `Years teaching must be between 0 and ${professorLimits.years}`

/** Fields of the form that adds a professor. All are texts; the image is sent as a file. */
export const ProfessorForm = z.object({
  department_id: z.guid('Department is required'),
  first_name: text({ max: professorLimits.name, required: 'First name is required' }),
  last_name: text({ max: professorLimits.name, required: 'Last name is required' }),
  title: line(professorLimits.name),
  email: optional(email),
  website_url: optional(webUrl(addressProblem)),
  office_location: line(professorLimits.line),
  office_hours: line(professorLimits.line),
  years_teaching: z
    .string()
    .optional()
    .refine((text = '') => /^\s*\d*\s*$/.test(text) && Number(text) <= professorLimits.years, years)
    .transform((text) => (text?.trim() ? Number(text) : null)),
  bio: line(professorLimits.words),
  research_interests: line(professorLimits.words),
  specializations: chips('specializations'),
  courses_taught: chips('courses_taught', 'courses'),
})
export type ProfessorForm = z.output<typeof ProfessorForm>

const maybe = z.string().nullable()
/** From 1 to 5, null without ratings. */
const average = z.number().nullable()
const count = z.int()

export const Professor = z.object({
  id: z.guid(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  title: maybe,
  avatar_url: maybe,
  department: z.object({ id: z.guid(), name: z.string() }),
  department_name: z.string(),
  school: z.string(),
  school_name: z.string(),
  email: maybe,
  office_location: maybe,
  office_hours: maybe,
  website_url: maybe,
  bio: maybe,
  research_interests: maybe,
  years_teaching: z.int().nullable(),
  specializations: z.array(z.string()),
  courses_taught: z.array(z.string()),
  average_rating: average,
  difficulty_rating: average,
  average_engagement_rating: average,
  average_teaching_quality_rating: average,
  average_workload_rating: average,
  average_fun_rating: average,
  /** Percentage (0 to 100) of the ratings that answer the question. */
  would_take_again_percentage: average,
  /** Number of answers that the percentage is based on. */
  would_take_again_count: count,
  total_ratings: count,
  /** Number of ratings that round to one, two, … five stars. */
  rating_distribution: z.object({ 1: count, 2: count, 3: count, 4: count, 5: count }),
  /** Number of ratings per tag. */
  tags_summary: z.record(z.string(), count),
  created_at: z.int(),
  /** In lists: one sentence of the most helpful review that the viewer may read, at most 80 characters. */
  top_review: z.string().nullable().optional(),
})
export type Professor = z.infer<typeof Professor>

export const ProfessorInFull = Professor.extend({
  /** The latest five. */
  recent_ratings: z.array(Rating),
  /** The viewer's ratings under their name, newest first. */
  own_ratings: z.array(Rating),
  can: z.object({ report: z.boolean() }),
})

const Stats = z.object({
  total_professors: count,
  total_ratings: count,
  total_departments: count,
  /** Over all ratings of the school. */
  average_rating: average,
})

const Vote = z.object({
  helpful_count: count,
  not_helpful_count: count,
  user_helpful_vote: z.boolean().nullable(),
})

/** `offset` and `limit` of a list. Invalid numbers become the default, a limit above 200 becomes 200. */
const window = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .catch(20)
    .transform((asked) => Math.min(asked, 200)),
  offset: z.coerce.number().int().min(0).max(100_000).catch(0),
}
/** A rating bound. Invalid values are ignored. */
const bound = z
  .string()
  .regex(/^[0-5](\.\d{1,2})?$/)
  .transform(Number)
  .optional()
  .catch(undefined)
const only = z
  .enum(['true', '1', 'false', '0'])
  .transform((value) => value === 'true' || value === '1')
  .optional()
  .catch(undefined)
/** Only site administrators may request another school than their own. */
const school = z.guid().optional().catch(undefined)
const order = z.enum(['asc', 'desc']).optional().catch(undefined)
const page = { total: count, has_more: z.boolean() }

export const professors = {
  list: route({
    method: 'GET',
    path: '/api/professors',
    acrossCells: 'row',
    query: z.object({
      ...window,
      school_id: school,
      department_id: z.guid().optional().catch(undefined),
      search: searchText,
      min_rating: bound,
      max_rating: bound,
      min_difficulty: bound,
      max_difficulty: bound,
      has_reviews: only,
      would_take_again: only,
      sort_by: z.enum(professorSorts).catch('rating'),
      sort_order: order,
    }),
    reply: envelope(z.array(Professor)).extend(page),
  }),
  /** A form with the fields of ProfessorForm and an optional file `avatar`. */
  create: route({
    method: 'POST',
    path: '/api/professors',
    status: 201,
    multipart: true,
    reply: envelope(ProfessorInFull),
  }),
  show: route({ method: 'GET', path: '/api/professors/:id', params: idParams, reply: envelope(ProfessorInFull) }),
  report: reportRoute('/api/professors/:id/report', idParams),
  courses: route({
    method: 'GET',
    path: '/api/professors/:id/courses',
    params: idParams,
    reply: envelope(z.array(Course)),
  }),
  stats: route({
    method: 'GET',
    path: '/api/professor-stats',
    acrossCells: 'row',
    query: z.object({ school_id: school }),
    reply: envelope(Stats).extend(Stats.shape),
  }),
  departments: route({
    method: 'GET',
    path: '/api/departments',
    acrossCells: 'row',
    query: z.object({ school_id: school }),
    reply: envelope(z.array(Department)),
  }),
  createDepartment: route({
    method: 'POST',
    path: '/api/departments',
    status: 201,
    body: DepartmentInput,
    reply: envelope(Department),
  }),
}

export const ratings = {
  list: route({
    method: 'GET',
    path: '/api/professors/:id/ratings',
    params: idParams,
    query: z.object({
      ...window,
      course_id: z.guid().optional().catch(undefined),
      min_rating: bound,
      max_rating: bound,
      sort_by: z.enum(ratingSorts).catch('created_at'),
      sort_order: order,
    }),
    reply: envelope(z.array(Rating)).extend(page),
  }),
  create: route({
    method: 'POST',
    path: '/api/professors/:id/ratings',
    status: 201,
    params: idParams,
    body: RatingInput,
    reply: envelope(Rating),
  }),
  /** Only ratings under the viewer's name. */
  update: route({
    method: 'PUT',
    path: '/api/ratings/:id',
    params: idParams,
    body: RatingEdit,
    reply: envelope(Rating),
  }),
  remove: route({ method: 'DELETE', path: '/api/ratings/:id', params: idParams, reply: emptyEnvelope }),
  /** Repeating a vote withdraws it. */
  vote: route({
    method: 'POST',
    path: '/api/ratings/:id/helpful',
    params: idParams,
    body: z.object({ is_helpful: z.boolean() }),
    reply: envelope(Vote),
  }),
  report: reportRoute('/api/ratings/:id/report', idParams, ['/api/professors/:professorId/ratings/:id/report']),
}
