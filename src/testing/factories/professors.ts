import { randomUUID } from 'node:crypto'
import { professors, ratings } from '../../features/professors/contract.ts'
import type { Rating } from '../../features/professors/rating-contract.ts'
import type { Reply, RequestInput } from '../../shared/contract.ts'
import type { App } from '../../shared/server/services.ts'
import { as } from '../app.ts'
import type { TestUser } from './users.ts'

type Professor = Reply<typeof professors.create>['data']

export async function makeDepartment(app: App, person: TestUser, name = `Department ${randomUUID()}`) {
  const { status, body } = await as(app, person)(professors.createDepartment, { body: { name } })
  if (status !== 201) throw new Error(`${person.name} could not add a department: ${status} ${body.error}`)
  return body.data
}

export function toFormData(fields: Readonly<Record<string, string>>, avatar?: Buffer): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (avatar) form.set('avatar', new Blob([new Uint8Array(avatar)]), 'avatar')
  return form
}

/** Creates a professor over HTTP, in a new department unless one is given. */
export async function makeProfessor(
  app: App,
  person: TestUser,
  fields: Readonly<Record<string, string>> = {},
  avatar?: Buffer,
): Promise<Professor> {
  const department_id = fields.department_id ?? (await makeDepartment(app, person)).id
  const body = toFormData({ first_name: 'Maria', last_name: 'Agnesi', ...fields, department_id }, avatar)
  const { status, body: reply } = await as(app, person)(professors.create, { body })
  if (status !== 201) throw new Error(`${person.name} could not add a professor: ${status} ${reply.error}`)
  return reply.data
}

type Fields = Partial<RequestInput<typeof ratings.create>['body']>

export const sampleRating = {
  overall_rating: 4,
  difficulty_rating: 3,
  teaching_quality_rating: 5,
  review_text: 'Explains until everybody sees it.',
} satisfies Fields

/** Creates a rating over HTTP, anonymous unless `fields` says otherwise. */
export async function makeRating(
  app: App,
  person: TestUser,
  professor: { readonly id: string },
  fields: Fields = {},
): Promise<Rating> {
  const ask = { params: { id: professor.id }, body: { ...sampleRating, ...fields } }
  const { status, body } = await as(app, person)(ratings.create, ask)
  if (status !== 201) throw new Error(`${person.name} could not rate: ${status} ${body.error}`)
  return body.data
}
