import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAppeal, makeModeratorMessage } from '../../../testing/factories/decisions.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { grants } from '../../moderation/grant-contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { appeals } from '../contract.ts'
import { escalateLateAppeals } from './late-appeals.ts'

const { app, school, ada, grace, omar, dean, head, site } = await campus({
  perTest: true,
  people: { ada: {}, grace: {}, omar: {}, dean: { role: 'admin', name: 'Dean' } },
  foreign: { people: { head: { role: 'admin' }, site: { role: 'site_admin' } } },
})

const listDue = async (by: TestUser) => (await as(app, by)(appeals.due)).body.data
const show = async (id: string) => (await as(app, dean)(appeals.list)).body.data.find((appeal) => appeal.id === id)
const age = (id: string, hours: number) =>
  sql`update appeals set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(app.db)
/** Of these appeals: the job also looks at those of other schools. */
const listEscalated = async (...ids: readonly string[]) =>
  (await as(app, site)(notifications.list)).body.data.filter(({ link }) => ids.some((id) => link.endsWith(id)))

test('an appeal is due after 72 hours, late afterwards, and escalates once to the site administrators', async () => {
  const { id } = await makeAppeal(app, ada)
  const { due_at, created_at, is_late } = (await show(id)) ?? {}
  expect([(due_at ?? 0) - (created_at ?? 0), is_late]).toEqual([72 * 3600, false])
  await age(id, 71)
  await escalateLateAppeals(app)
  expect([await listEscalated(id), (await listDue(dean))[0]?.is_late]).toEqual([[], false])
  await age(id, 73)
  for (const _ of [1, 2]) await escalateLateAppeals(app)
  expect((await listDue(dean))[0]).toMatchObject({ id, by: 'affected', action_type: 'warn', is_late: true })
  expect(await listEscalated(id)).toMatchObject([
    {
      sentence: expect.stringMatching(/^An appeal at .+ was not answered in time$/),
      link: `/admin?tab=appeals&appeal=${id}`,
      times: 1,
    },
  ])
})

test('the first answer, an outcome and a withdrawal end the deadline', async () => {
  const [answered, withdrawn, waiting] = [
    await makeAppeal(app, ada),
    await makeAppeal(app, grace),
    await makeAppeal(app, omar),
  ]
  await makeModeratorMessage(app, school.id, answered.id)
  await as(app, grace)(appeals.withdraw, { params: { id: withdrawn.id } })
  for (const { id } of [answered, withdrawn, waiting]) await age(id, 71)
  expect((await listDue(dean)).map(({ id }) => id)).toEqual([waiting.id])
  expect(await show(answered.id)).toMatchObject({ due_at: null, is_late: false })
  await as(app, dean)(appeals.claim, { params: { id: waiting.id } })
  const closed = { params: { id: waiting.id }, body: { reason: 'Seen.' } }
  expect((await as(app, dean)(appeals.close, closed)).status).toBe(200)
  for (const { id } of [answered, withdrawn, waiting]) await age(id, 200)
  await escalateLateAppeals(app)
  expect([await listDue(dean), await listEscalated(answered.id, withdrawn.id, waiting.id)]).toEqual([[], []])
  expect(await show(answered.id), 'was answered too late').toMatchObject({ due_at: null, is_late: true })
})

test('the list of deadlines goes by time and shows a granted student no own appeal, another school none', async () => {
  const [first, second] = [await makeAppeal(app, ada), await makeAppeal(app, grace)]
  await age(second.id, 30)
  expect((await listDue(dean)).map(({ id }) => id)).toEqual([second.id, first.id])
  expect([await listDue(head), (await as(app, ada)(appeals.due)).status]).toEqual([[], 403])
  const until = Math.floor(Date.now() / 1000) + 3600
  await as(app, dean)(grants.set, { params: { id: ada.id }, body: { grants: ['appeals'], until } })
  expect((await listDue(ada)).map(({ id }) => id)).toEqual([second.id])
})
