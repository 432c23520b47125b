import type { Assignment, Priority, Subject } from '../contract.ts'

export type AssignmentFormValues = {
  title: string
  description: string
  subject: Subject | ''
  course: string
  priority: Priority
  tags: string
  /** A day in the viewer's time zone, `2026-11-30`. */
  due: string
}
export type AssignmentFieldErrors = Partial<Record<keyof AssignmentFormValues, string>>

const empty: AssignmentFormValues = {
  title: '',
  description: '',
  subject: '',
  course: '',
  priority: 'medium',
  tags: '',
  due: '',
}

/** Initial values of the form: an existing question, or empty. */
export const toFormValues = (assignment: Assignment | undefined): AssignmentFormValues =>
  assignment
    ? {
        title: assignment.title,
        description: assignment.description,
        subject: assignment.subject,
        course: assignment.course ?? '',
        priority: assignment.priority,
        tags: assignment.tags.join(', '),
        due: assignment.due_date === null ? '' : toDayInput(new Date(assignment.due_date * 1000)),
      }
    : empty

const two = (part: number) => String(part).padStart(2, '0')
const toDayInput = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

const limits = { tags: 10, tag: 50 }

/** Returns the request body, or the errors per field. A question is due at the end of the day. */
export function readFields(fields: AssignmentFormValues) {
  const { title, description, subject, course, priority, due } = fields
  const tags = [...new Set(fields.tags.split(',').map((tag) => tag.trim().replace(/^#/, '')))].filter(Boolean)
  const end = due ? new Date(`${due}T23:59:00`).getTime() / 1000 : null
  const problems: AssignmentFieldErrors = {
    ...(title.trim() ? {} : { title: 'Title is required' }),
    ...(description.trim() ? {} : { description: 'Describe the problem' }),
    ...(subject ? {} : { subject: 'Subject is required' }),
    ...(tags.length > limits.tags ? { tags: `Add up to ${limits.tags} tags` } : {}),
    ...(tags.some((tag) => [...tag].length > limits.tag)
      ? { tags: `Keep each tag within ${limits.tag} characters` }
      : {}),
    ...(end !== null && !(end >= 0 && end < 253_402_300_800) ? { due: 'Enter a valid due date' } : {}),
  }
  if (!subject || Object.keys(problems).length > 0) return { problems }
  return { input: { title, description, subject, course: course.trim() || null, priority, tags, due_date: end } }
}
