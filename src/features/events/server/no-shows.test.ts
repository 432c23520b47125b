import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { fillEvent, makeEvent, makeMissedEvent } from '../../../testing/factories/events.ts'
import type { TestUser } from '../../../testing/factories/users.ts'
import { notifications } from '../../notifications/contract.ts'
import { checkIns } from '../check-in-contract.ts'
import { events } from '../contract.ts'
import { waitlists } from '../waitlist-contract.ts'

const { app, school, host, ada, grace, omar } = await campus({
  perTest: true,
  people: { host: {}, ada: { name: 'Ada' }, grace: {}, omar: {} },
})

const miss = () => makeMissedEvent(app, { organizer: host, present: grace, missing: ada })
const setRule = (isOn: boolean) =>
  sql`update schools set no_show_rule = ${isOn} where id = ${school.id}`.execute(app.db)
const list = async (person: TestUser) => (await as(app, person)(checkIns.noShows)).body.data
const join = async ({ id }: { id: string }, person: TestUser) =>
  (await as(app, person)(waitlists.join, { params: { id } })).body.data.position
const look = async ({ id }: { id: string }, person: TestUser) =>
  (await as(app, person)(events.show, { params: { id } })).body.data
const contest = ({ id }: { id: string }, person: TestUser, text = 'My phone was empty.') =>
  as(app, person)(checkIns.contest, { params: { id }, body: { text } })

test('who missed three events in 120 days waits behind the others, where the school has that rule', async () => {
  const old = await miss()
  await sql`update events set start_date = start_date - interval '121 days', end_date = end_date - interval '121 days'
    where id = ${old.id}`.execute(app.db)
  for (const _ of [1, 2, 3]) await miss()
  const fill = async () => {
    const event = await makeEvent(app, host, { seats: 1 })
    await fillEvent(app, event, grace)
    return event
  }
  const without = await fill()
  expect([await join(without, ada), await join(without, omar)]).toEqual([1, 2])

  await setRule(true)
  const event = await fill()
  expect((await look(event, ada)).waitlist).toMatchObject({ no_show_rule: true, is_last: false })
  expect([await join(event, ada), await join(event, omar)]).toEqual([1, 1])
  expect((await look(event, ada)).waitlist).toMatchObject({ position: 2, is_last: true })
  expect((await look(event, omar)).waitlist).toMatchObject({ position: 1, is_last: false })
  await as(app, grace)(events.rsvp, { params: { id: event.id }, body: { status: 'not_attending' } })
  expect([(await look(event, omar)).user_rsvp, (await look(event, ada)).user_rsvp]).toEqual([
    'attending',
    'not_attending',
  ])
  await setRule(false)
})

test('only events with a check-in count, and neither cancelled ones nor seats that were given back', async () => {
  const missed = await miss()
  const [cancelled, unchecked] = [await miss(), await miss()]
  await sql`update events set status = 'cancelled', cancel_reason = 'Rain' where id = ${cancelled.id}`.execute(app.db)
  await sql`delete from event_check_ins where event_id = ${unchecked.id}`.execute(app.db)
  expect((await list(ada)).map(({ event_id }) => event_id)).toEqual([missed.id])
  expect(await list(grace)).toEqual([])
  await sql`delete from event_attendees where event_id = ${missed.id} and user_id = ${ada.id}`.execute(app.db)
  expect(await list(ada)).toEqual([])
})

test('an absence is contested once, the host is notified, and a check-in afterwards ends it', async () => {
  const event = await miss()
  expect((await contest(event, omar)).status).toBe(404)
  expect((await contest(event, ada)).status).toBe(201)
  expect((await contest(event, ada)).status).toBe(409)
  expect(await list(ada)).toMatchObject([{ event_id: event.id, contest: 'My phone was empty.' }])
  const { body } = await as(app, host)(notifications.list)
  expect(body.data).toMatchObject([{ kind: 'no_show', actors: [{ name: 'Ada' }], link: `/events?event=${event.id}` }])
  const { list: attendees } = (await as(app, host)(checkIns.show, { params: { id: event.id } })).body.data
  expect(attendees?.attendees.map(({ contest: text }) => text).filter(Boolean)).toEqual(['My phone was empty.'])
  const late = await as(app, host)(checkIns.create, { params: { id: event.id }, body: { person: ada.id } })
  expect(late.status).toBe(200)
  expect(await list(ada)).toEqual([])
})
