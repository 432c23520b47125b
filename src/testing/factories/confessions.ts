import { type Confession, confessions } from '../../features/confessions/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

export async function makeConfession(
  app: App,
  author: TestUser,
  body: { content?: string; category?: string } = {},
): Promise<Confession> {
  const ask = { body: { content: 'I never read the syllabus.', ...body } }
  const { status, body: reply } = await as(app, author)(confessions.create, ask)
  if (status !== 201) throw new Error(`${author.name} could not confess: ${status} ${reply.error}`)
  return reply.data
}
