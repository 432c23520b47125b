import { randomUUID } from 'node:crypto'
import { professors, type Rating, ratings } from '../features/professors/contract.ts'
import type { Asked, Reply } from '../shared/contract.ts'
import type { House } from '../shared/server/house.ts'
import { as, type TestPerson } from './testing.ts'

type Professor = Reply<typeof professors.create>['data']

/** A department of a name that no other test gives, added over HTTP. */
export async function makeDepartment(house: House, person: TestPerson, name = `Department ${randomUUID()}`) {
  const { status, body } = await as(house, person)(professors.createDepartment, { body: { name } })
  if (status !== 201) throw new Error(`${person.name} could not add a department: ${status} ${body.error}`)
  return body.data
}

/** The fields of a form, as a browser sends them. */
export function formOf(fields: Readonly<Record<string, string>>, avatar?: Buffer): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (avatar) form.set('avatar', new Blob([new Uint8Array(avatar)]), 'avatar')
  return form
}

/** A professor, in a department of their own unless one is given, added over HTTP. */
export async function makeProfessor(
  house: House,
  person: TestPerson,
  fields: Readonly<Record<string, string>> = {},
  avatar?: Buffer,
): Promise<Professor> {
  const department_id = fields.department_id ?? (await makeDepartment(house, person)).id
  const body = formOf({ first_name: 'Maria', last_name: 'Agnesi', ...fields, department_id }, avatar)
  const { status, body: reply } = await as(house, person)(professors.create, { body })
  if (status !== 201) throw new Error(`${person.name} could not add a professor: ${status} ${reply.error}`)
  return reply.data
}

type Fields = Partial<Asked<typeof ratings.create>['body']>

export const aRating = {
  overall_rating: 4,
  difficulty_rating: 3,
  teaching_quality_rating: 5,
  review_text: 'Explains until everybody sees it.',
} satisfies Fields

/** A rating, given over HTTP; anonymous unless it is said otherwise. */
export async function makeRating(
  house: House,
  person: TestPerson,
  professor: { readonly id: string },
  fields: Fields = {},
): Promise<Rating> {
  const ask = { params: { id: professor.id }, body: { ...aRating, ...fields } }
  const { status, body } = await as(house, person)(ratings.create, ask)
  if (status !== 201) throw new Error(`${person.name} could not rate: ${status} ${body.error}`)
  return body.data
}
