import type { NotificationMessages } from '../../shared/notification-kinds.ts'

/** Texts of the notifications about answers. */
export const assignmentMessages: NotificationMessages<'answer' | 'best_answer'> = {
  answer: ({ title }) => `{names} answered “${title}”`,
  best_answer: ({ title }) => `{names} picked your answer to “${title}” as the best`,
}
