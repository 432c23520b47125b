// Makers of the test kit for assignment help and confessions.
import { type Answer, type Assignment, answers, assignments } from '../features/assignments/contract.ts'
import { type Confession, confessions } from '../features/confessions/contract.ts'
import type { House } from '../shared/server/house.ts'
import { as, type TestPerson } from './testing.ts'

/** A question, asked over HTTP as its author would. */
export async function makeAssignment(
  house: House,
  author: TestPerson,
  values: { title?: string; description?: string; subject?: string; [field: string]: unknown } = {},
): Promise<Assignment> {
  const body = { title: 'Limits', description: 'Why does it converge?', subject: 'Mathematics', ...values }
  const { status, body: reply } = await as(house, author)(assignments.create, { body })
  if (status !== 201) throw new Error(`${author.name} could not ask: ${status} ${reply.error}`)
  return reply.data
}

/** An answer, given over HTTP as its author would. */
export async function makeAnswer(
  house: House,
  author: TestPerson,
  assignment: { readonly id: string },
  values: { content?: string; images?: readonly string[] } = {},
): Promise<Answer> {
  const body = { content: 'Compare it with a geometric series.', ...values }
  const { status, body: reply } = await as(house, author)(answers.create, { params: { id: assignment.id }, body })
  if (status !== 201) throw new Error(`${author.name} could not answer: ${status} ${reply.error}`)
  return reply.data
}

/** A confession, made over HTTP as its author would. */
export async function makeConfession(
  house: House,
  author: TestPerson,
  body: { content?: string; category?: string } = {},
): Promise<Confession> {
  const ask = { body: { content: 'I never read the syllabus.', ...body } }
  const { status, body: reply } = await as(house, author)(confessions.create, ask)
  if (status !== 201) throw new Error(`${author.name} could not confess: ${status} ${reply.error}`)
  return reply.data
}
