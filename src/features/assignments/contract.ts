import { z } from 'zod'
import {
  emptyEnvelope,
  envelope,
  idParams,
  lenientEnum,
  pageQuery,
  pagination,
  route,
  searchText,
  text,
} from '../../shared/contract.ts'
import { Media } from '../media/contract.ts'
import { reportRoute } from '../moderation/report-contract.ts'
import { Author } from '../people/contract.ts'

export const subjects = [
  'Mathematics',
  'Physics',
  'Chemistry',
  'Biology',
  'Computer Science',
  'Engineering',
  'Economics',
  'Psychology',
  'History',
  'Literature',
  'Philosophy',
  'Statistics',
  'Business',
  'Other',
] as const
export type Subject = (typeof subjects)[number]
export const priorities = ['low', 'medium', 'high'] as const
export type Priority = (typeof priorities)[number]
export const assignmentFilters = ['all', 'unsolved', 'solved', 'my-questions', 'my-answers'] as const
export type AssignmentFilter = (typeof assignmentFilters)[number]
export const assignmentSorts = ['newest', 'oldest', 'most-answers', 'due-soon'] as const
export type AssignmentSort = (typeof assignmentSorts)[number]

/** Limits that the forms and the server share. In characters, except `images` and `tags`, which are counts. */
export const assignmentLimits = { title: 200, description: 5000, course: 100, tags: 10, tag: 50, images: 5 }
export const answerLimits = { min: 10, max: 5000, images: 5 }

/** The author's own uploads. */
const pictures = (max: number) => z.array(z.string().max(500)).max(max, `Add up to ${max} photos`)

const noDate = 'Enter a valid due date'
const lastSecond = 253_402_300_799 // in the year 9999
const seconds = z.int({ error: noDate }).min(0, noDate).max(lastSecond, noDate)
/** Seconds since 1970 or an ISO 8601 date with or without a time. Converted to seconds. */
const DueDate = z.union(
  [
    seconds,
    z
      .union([z.iso.date(), z.iso.datetime({ offset: true })])
      .transform((date) => Math.floor(Date.parse(date) / 1000))
      .pipe(seconds),
  ],
  { error: noDate },
)

export const AssignmentInput = z.object({
  title: text({ max: assignmentLimits.title, required: 'Title is required' }),
  /** Markdown with formulas between dollar signs. */
  description: text({ max: assignmentLimits.description, required: 'Describe the problem' }),
  subject: z.enum(subjects, { error: 'Subject is required' }),
  course: text({ max: assignmentLimits.course, min: 0 }).nullable().optional(),
  priority: z.enum(priorities, { error: `Priority must be one of: ${priorities.join(', ')}` }).optional(),
  tags: z
    .array(text({ max: assignmentLimits.tag }))
    .max(assignmentLimits.tags, `Add up to ${assignmentLimits.tags} tags`)
    .transform((tags) => [...new Set(tags)])
    .optional(),
  /** Absent in an update: keeps the existing images. */
  images: pictures(assignmentLimits.images).optional(),
  due_date: DueDate.nullable().optional(),
})

const AnswerInput = z.object({
  /** Markdown with formulas between dollar signs. */
  content: text({
    max: answerLimits.max,
    min: answerLimits.min,
    required: 'Write your answer first',
    short: `Write at least ${answerLimits.min} characters`,
  }),
  images: pictures(answerLimits.images).optional(),
})

export const Assignment = z.object({
  id: z.guid(),
  title: z.string(),
  description: z.string(),
  subject: z.enum(subjects),
  course: z.string().nullable(),
  priority: z.enum(priorities),
  tags: z.array(z.string()),
  images: z.array(z.string()),
  /** The same images with the sizes that a page needs to reserve their space. */
  media: z.array(Media),
  solved: z.boolean(),
  best_answer_id: z.guid().nullable(),
  due_date: z.int().nullable(),
  answers_count: z.int(),
  author_id: z.guid(),
  author: Author,
  created_at: z.int(),
  edited_at: z.int().nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), report: z.boolean() }),
})
export type Assignment = z.infer<typeof Assignment>

export const Answer = z.object({
  id: z.guid(),
  assignment_id: z.guid(),
  content: z.string(),
  images: z.array(z.string()),
  media: z.array(Media),
  author_id: z.guid(),
  author: Author,
  created_at: z.int(),
  /** Helpful minus unhelpful votes. */
  helpful_votes: z.int(),
  /** The viewer's vote. */
  user_vote: z.boolean().nullable(),
  is_best_answer: z.boolean(),
  can: z.object({ vote: z.boolean(), report: z.boolean(), mark_best: z.boolean() }),
})
export type Answer = z.infer<typeof Answer>

const Leader = z.object({
  /** Equal points share a rank. */
  rank: z.int(),
  user: z.object({ id: z.guid(), name: z.string(), avatar_url: z.string().nullable(), avatar: z.string().nullable() }),
  points: z.int(),
  questions: z.int(),
  answers: z.int(),
  best_answers: z.int(),
  helpful_votes: z.int(),
})
export type Leader = z.infer<typeof Leader>

const OwnPoints = z.object({
  /** Null without points. */
  rank: z.int().nullable(),
  total_points: z.int(),
  questions: z.int(),
  answers: z.int(),
  /** Points of today and the previous six days (UTC). */
  this_week: z.int(),
})
export type OwnPoints = z.infer<typeof OwnPoints>

const byAnswer = z.object({ id: z.guid(), aid: z.guid() })

export const assignments = {
  list: route({
    method: 'GET',
    path: '/assignments',
    query: z.object({
      ...pageQuery(50),
      filter: lenientEnum(assignmentFilters),
      sort: lenientEnum(assignmentSorts),
      subject: z.enum(subjects).optional().catch(undefined),
      search: searchText,
    }),
    reply: envelope(z.array(Assignment)).extend({ pagination }),
  }),
  leaderboard: route({
    method: 'GET',
    path: '/assignments/leaderboard',
    query: z.object({ limit: pageQuery(10).limit }),
    reply: envelope(z.array(Leader)).extend({ me: OwnPoints }),
  }),
  /** Questions of the school similar to a draft. Empty for a title that is too short. */
  similar: route({
    method: 'GET',
    path: '/assignments/similar',
    query: z.object({ title: text({ max: assignmentLimits.title, min: 0 }).catch('') }),
    reply: envelope(
      z.array(Assignment.pick({ id: true, title: true, subject: true, solved: true, answers_count: true })),
    ),
  }),
  /** Up to three open questions of others in subjects that the viewer has answered, newest first. */
  answerable: route({ method: 'GET', path: '/assignments/answerable', reply: envelope(z.array(Assignment)) }),
  create: route({
    method: 'POST',
    path: '/assignments',
    status: 201,
    body: AssignmentInput,
    reply: envelope(Assignment),
  }),
  show: route({ method: 'GET', path: '/assignments/:id', params: idParams, reply: envelope(Assignment) }),
  /** Title, description and subject are required. Other absent fields keep their values. */
  update: route({
    method: 'PUT',
    path: '/assignments/:id',
    params: idParams,
    body: AssignmentInput,
    reply: envelope(Assignment),
  }),
  remove: route({ method: 'DELETE', path: '/assignments/:id', params: idParams, reply: emptyEnvelope }),
  complete: route({ method: 'POST', path: '/assignments/:id/complete', params: idParams, reply: envelope(Assignment) }),
  incomplete: route({
    method: 'POST',
    path: '/assignments/:id/incomplete',
    params: idParams,
    reply: envelope(Assignment),
  }),
  report: reportRoute('/assignments/:id/report', idParams),
}

export const answers = {
  /** The best answer first, then by helpful votes, then the oldest. */
  list: route({
    method: 'GET',
    path: '/assignments/:id/answers',
    params: idParams,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(Answer)).extend({ pagination }),
  }),
  create: route({
    method: 'POST',
    path: '/assignments/:id/answers',
    status: 201,
    params: idParams,
    body: AnswerInput,
    reply: envelope(Answer),
  }),
  /** Also marks the question solved. Replaces the previous best answer. */
  best: route({
    method: 'POST',
    path: '/assignments/:id/answers/:aid/best',
    params: byAnswer,
    reply: envelope(z.object({ best_answer_id: z.guid().nullable(), solved: z.boolean() })),
  }),
  /** The first vote counts, the opposite vote replaces it, and repeating a vote withdraws it. */
  helpful: route({
    method: 'POST',
    path: '/answers/:id/helpful',
    params: idParams,
    body: z.object({ is_helpful: z.boolean({ error: 'is_helpful must be true or false' }).optional() }),
    reply: envelope(z.object({ helpful_votes: z.int(), user_vote: z.boolean().nullable() })),
  }),
  report: reportRoute('/api/assignment-answers/:id/report', idParams),
}

const ofGroup = z.object({ gid: z.guid() })
const SharedAssignment = Assignment.extend({
  shared_by: Author,
  shared_at: z.int(),
  can: Assignment.shape.can.extend({ unshare: z.boolean() }),
})
export type SharedAssignment = z.infer<typeof SharedAssignment>

/** Questions of the school that members shared with their group, newest first. */
export const groupAssignments = {
  list: route({
    method: 'GET',
    path: '/api/groups/:gid/assignments',
    params: ofGroup,
    query: z.object(pageQuery(50)),
    reply: envelope(z.array(SharedAssignment)).extend({ pagination }),
  }),
  share: route({
    method: 'POST',
    path: '/api/groups/:gid/assignments',
    status: 201,
    params: ofGroup,
    body: z.object({ assignment_id: z.guid({ error: 'Choose a question' }) }),
    reply: envelope(SharedAssignment),
  }),
  unshare: route({
    method: 'DELETE',
    path: '/api/groups/:gid/assignments/:aid',
    params: ofGroup.extend({ aid: z.guid() }),
    reply: emptyEnvelope,
  }),
}
