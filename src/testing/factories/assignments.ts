import { type Answer, type Assignment, answers, assignments } from '../../features/assignments/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

export async function makeAssignment(
  app: App,
  author: TestUser,
  values: { title?: string; description?: string; subject?: string; [field: string]: unknown } = {},
): Promise<Assignment> {
  const body = { title: 'Limits', description: 'Why does it converge?', subject: 'Mathematics', ...values }
  const { status, body: reply } = await as(app, author)(assignments.create, { body })
  if (status !== 201) throw new Error(`${author.name} could not ask: ${status} ${reply.error}`)
  return reply.data
}

export async function makeAnswer(
  app: App,
  author: TestUser,
  assignment: { readonly id: string },
  values: { content?: string; images?: readonly string[] } = {},
): Promise<Answer> {
  const body = { content: 'Compare it with a geometric series.', ...values }
  const { status, body: reply } = await as(app, author)(answers.create, { params: { id: assignment.id }, body })
  if (status !== 201) throw new Error(`${author.name} could not answer: ${status} ${reply.error}`)
  return reply.data
}
