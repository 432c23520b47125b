// Templates of a school, and notes on a person.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { notes, templates } from '../desk-contract.ts'

const { app, school, dean, colleague, head, site, ada } = await campus({
  perTest: true,
  people: { dean: { role: 'admin', name: 'Dean' }, colleague: { role: 'admin', name: 'Colleague' }, ada: {} },
  foreign: { people: { head: { role: 'admin' }, site: { role: 'site_admin' } } },
})

const body = { title: 'Adverts', text: 'Please don’t advertise, {name}: {rule}.' }
const listTemplates = async (person = dean, school_id?: string) =>
  (await as(app, person)(templates.list, { query: school_id ? { school_id } : {} })).body.data

test('administrators keep templates of their school; a site administrator those of any', async () => {
  const { id } = (await as(app, dean)(templates.create, { body })).body.data
  expect([await listTemplates(colleague), await listTemplates(site, school.id)]).toEqual([
    [{ id, ...body, priority: null }],
    [{ id, ...body, priority: null }],
  ])
  expect(await listTemplates(head, school.id), 'an administrator gets their own school').toEqual([])
  const change = { params: { id }, body: { ...body, title: 'Advertising', priority: 'danger' } } as const
  expect((await as(app, head)(templates.update, change)).status).toBe(404)
  expect((await as(app, colleague)(templates.update, change)).status).toBe(200)
  expect((await listTemplates())[0]).toMatchObject({ title: 'Advertising', priority: 'danger' })
  const unknown = { ...body, priority: 'soon' as 'danger' }
  expect((await as(app, dean)(templates.create, { body: unknown })).status).toBe(400)
  expect((await as(app, dean)(templates.create, { body: { title: '', text: 'x' } })).status).toBe(400)
  await as(app, dean)(templates.remove, { params: { id } })
  expect(await listTemplates()).toEqual([])
})

const note = (person = dean, about = ada, text = 'Spoke with her on Monday.') =>
  as(app, person)(notes.create, { params: { id: about.id }, body: { text } })
const listNotes = async (person = dean, about = ada) =>
  (await as(app, person)(notes.list, { params: { id: about.id } })).body.data

test('moderators read each other’s notes on a person, and each reading and writing is an audit line', async () => {
  const { id } = (await note()).body.data
  await note(colleague, ada, 'She apologized.')
  expect((await listNotes(colleague)).map(({ author_name, text }) => [author_name, text])).toEqual([
    ['Colleague', 'She apologized.'],
    ['Dean', 'Spoke with her on Monday.'],
  ])
  expect((await as(app, head)(notes.remove, { params: { id } })).status).toBe(404)
  expect((await as(app, colleague)(notes.remove, { params: { id } })).status).toBe(200)
  expect(await listNotes()).toHaveLength(1)
  const { rows } = await sql<{ action: string }>`select action from audit_log where school_id = ${school.id}
    and target_id = ${ada.id} order by action`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual([
    'note.create',
    'note.create',
    'note.delete',
    'user.notes',
    'user.notes',
  ])
  const { rows: texts } = await sql`select from audit_log where detail::text like '%Monday%'`.execute(app.db)
  expect(texts, 'the log has no texts').toEqual([])
})

test('no administrator reads or deletes notes about themselves, and students none at all', async () => {
  const { id } = (await note(colleague, dean)).body.data
  expect((await as(app, dean)(notes.list, { params: { id: dean.id } })).status).toBe(403)
  expect((await note(dean, dean)).status).toBe(403)
  expect((await as(app, dean)(notes.remove, { params: { id } })).status).toBe(404)
  expect((await as(app, ada)(notes.list, { params: { id: ada.id } })).status).toBe(403)
  expect(await listNotes(colleague, dean)).toHaveLength(1)
})
