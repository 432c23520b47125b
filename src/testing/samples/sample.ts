import type { App } from '../../shared/server/services.ts'
import { makeUser, type TestUser } from '../factories/users.ts'

export type SampleRequest = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: Record<string, unknown>
}

export type Sample = (app: App, owner: TestUser) => Promise<SampleRequest>

export const makeStudent = (app: App, { schoolId }: TestUser) =>
  makeUser(app, { school: { id: schoolId, domain: `${schoolId}.example` } })

export const makeSchoolmate = (app: App, { schoolId: id }: TestUser) =>
  makeUser(app, { school: { id, domain: 'company.example' } })

/** Samples by route name. */
export type Samples = Readonly<Record<string, Sample>>
