import type { Assignment, Priority, Subject } from '../contract.ts'
import { toDayInput } from './due.ts'

export type AssignmentFormValues = {
  title: string
  description: string
  subject: Subject | ''
  course: string
  priority: Priority
  tagList: readonly string[]
  /** A day in the viewer's time zone, `2026-11-30`. */
  due: string
}

const empty: AssignmentFormValues = {
  title: '',
  description: '',
  subject: '',
  course: '',
  priority: 'medium',
  tagList: [],
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
        tagList: assignment.tags,
        due: assignment.due_date === null ? '' : toDayInput(new Date(assignment.due_date * 1000)),
      }
    : empty

/** Body fields that the form holds under other names. */
export const fieldNames = { due_date: 'due', tags: 'tagList' } as const

/** The request body. A question is due at the end of the day. */
export const toBody = ({ course, tagList, due, ...values }: AssignmentFormValues) => ({
  ...values,
  course: course.trim() || null,
  tags: tagList,
  due_date: due ? new Date(`${due}T23:59:00`).getTime() / 1000 : null,
})
