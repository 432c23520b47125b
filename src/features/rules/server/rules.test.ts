import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { rules } from '../contract.ts'

const { app, school, dean, site, foreignSchool } = await campus({
  perTest: true,
  people: { dean: { role: 'admin' }, site: { role: 'site_admin' } },
  foreign: {},
})

const body = { title: 'Quiet after ten', text: 'In the halls.', reasons: ['harassment'], position: 10 }
const titles = async (who = dean, school_id?: string) =>
  (await as(app, who)(rules.list, { query: school_id ? { school_id } : {} })).body.data.map(({ title }) => title)

test('a site administrator adds a rule to the chosen school, and an administrator only to their own', async () => {
  const elsewhere = { query: { school_id: foreignSchool.id }, body }
  expect((await as(app, dean)(rules.create, elsewhere)).status).toBe(201)
  expect(await titles()).toContain(body.title)
  expect(await titles(site, foreignSchool.id)).not.toContain(body.title)

  expect((await as(app, site)(rules.create, elsewhere)).status).toBe(201)
  expect(await titles(site, foreignSchool.id)).toContain(body.title)
  const unknown = { query: { school_id: dean.id }, body }
  expect((await as(app, site)(rules.create, unknown)).status).toBe(404)
  expect(await titles(site, school.id)).toEqual(await titles())
})

test('a position that is not a whole number from 1 to 1,000 is refused with a message', async () => {
  for (const [position, message] of [
    [0, 'Positions start at 1'],
    [1001, 'Positions end at 1,000'],
    [1.5, 'Enter the position as a whole number'],
  ] as const) {
    const { status, body: reply } = await as(app, dean)(rules.create, { body: { ...body, position } })
    expect([status, reply.fields?.position]).toEqual([400, message])
  }
})
