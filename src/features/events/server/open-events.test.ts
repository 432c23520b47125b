import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { events } from '../contract.ts'

const { app, school, ada, grace } = await campus({ perTest: true, people: { ada: {}, grace: {} } })

const start_date = Math.floor(Date.now() / 1000) + 86_400
const body = { title: 'Tea', description: 'x', location: 'x', start_date, end_date: start_date + 3600 }
const create = (more: object = {}, person = ada) => as(app, person)(events.create, { body: { ...body, ...more } })
const limit = (count: number | null) =>
  sql`update schools set open_events = ${count} where id = ${school.id}`.execute(app.db)

test('a school can limit the upcoming events of a person; a series counts once', async () => {
  await limit(2)
  expect((await create({ series: { freq: 'weekly', count: 5 } })).status).toBe(201)
  const second = await create()
  expect(second.status).toBe(201)
  const third = await create()
  expect([third.status, third.body.error]).toEqual([
    409,
    'Your school allows 2 upcoming events per person. Cancel one, or wait until it is over.',
  ])
  expect((await create({}, grace)).status).toBe(201)
  await as(app, ada)(events.cancel, { params: { id: second.body.data.id }, body: { reason: 'Rain' } })
  expect((await create()).status).toBe(201)
  await limit(null)
  expect((await create()).status).toBe(201)
})

test('of ten concurrent events as many are created as the school allows', async () => {
  await limit(3)
  await makeEvent(app, ada)
  const answers = await Promise.all(Array.from({ length: 10 }, () => create()))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(2).fill(201), ...Array(8).fill(409)])
})
