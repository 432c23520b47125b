import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { fillEvent, makeEvent } from '../../../testing/factories/events.ts'
import { makeGroup, makeGroupEvent } from '../../../testing/factories/groups.ts'
import { deleteUser, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { openStream } from '../../../testing/streams.ts'
import { moderate, reverse } from '../../moderation/server/actions.ts'
import { notifications } from '../../notifications/contract.ts'
import { friends } from '../../people/contract.ts'
import { events } from '../contract.ts'
import { waitlists } from '../waitlist-contract.ts'
import { informPromoted, keepWaitlists } from './waitlist-jobs.ts'

const { app, school, ada, foreigner } = await campus({
  people: { ada: { name: 'Ada' } },
  foreign: { people: { foreigner: {} } },
})

const student = (name = 'Student') => makeUser(app, { school, name })
const students = (count: number) => Promise.all(Array.from({ length: count }, () => student()))
const say = (person: TestUser, id: string, status = 'attending') =>
  as(app, person)(events.rsvp, { params: { id }, body: { status } })
const join = (person: TestUser, id: string) => as(app, person)(waitlists.join, { params: { id } })
const leaveLine = (person: TestUser, id: string) => as(app, person)(waitlists.leave, { params: { id } })
const look = async (person: TestUser, id: string) => (await as(app, person)(events.show, { params: { id } })).body.data
const change = (id: string, max_attendees: number | null) =>
  as(app, ada)(events.update, { params: { id }, body: { max_attendees } })
const answerOffer = (person: TestUser, id: string, oid: string | null, answer: 'accept' | 'decline' = 'accept') =>
  as(app, person)(waitlists[answer] as typeof waitlists.accept, { params: { id, oid: oid ?? crypto.randomUUID() } })
const endOffers = (id: string) =>
  sql`update event_waitlist set offered_until = now() - interval '1 second'
    where event_id = ${id} and offered_until is not null`.execute(app.db)

/** An event of Ada with one seat, which is taken, and a line of so many users. */
async function makeLine(count: number, start = 24) {
  const { id } = await makeEvent(app, ada, { seats: 1, start, title: 'Picnic' })
  const guest = await student('Guest')
  await fillEvent(app, { id }, guest)
  const line = await students(count)
  for (const person of line) expect((await join(person, id)).status).toBe(201)
  return { id, guest, line: line as [TestUser, TestUser, ...TestUser[]] }
}

/** Runs the queued jobs that inform promoted users, each twice: like after a server that was killed at the end of one. */
async function runJobs() {
  const { rows } = await sql<{ payload: unknown }>`
    with done as (delete from graphile_worker._private_jobs returning task_id, payload)
    select payload from done join graphile_worker._private_tasks as task on task.id = task_id
    where identifier = 'inform_promoted'`.execute(app.db)
  await Promise.all([...rows, ...rows].map(({ payload }) => informPromoted(app, payload)))
}

const listNotices = async (person: TestUser) =>
  (await as(app, person)(notifications.list)).body.data
    .filter(({ kind }) => kind === 'waitlist')
    .map(({ sentence, times }) => [sentence, times])

const seatIsTheirs = 'A seat at “Picnic” is yours. Give it back if you cannot come.'
const seatIsOffered = 'A seat at “Picnic” is free for you for 30 minutes.'

test('a full event has a line, in which each user has a number', async () => {
  const { id } = await makeEvent(app, ada, { seats: 1 })
  const [first, second, third] = await students(3)
  if (!first || !second || !third) throw new Error('three students')
  const free = await join(first, id)
  expect([free.status, free.body.error]).toEqual([409, 'This event still has free seats'])
  await say(first, id)
  const going = await join(first, id)
  expect([going.status, going.body.error]).toEqual([409, 'You are already going to this event'])

  expect((await join(second, id)).body.data).toEqual({ position: 1 })
  expect((await join(third, id)).body.data).toEqual({ position: 2 })
  const again = await join(second, id)
  expect([again.status, again.body.error]).toEqual([409, 'You are already on the waitlist'])
  const line = { count: 2, held: 0, is_last: false, no_show_rule: false, offer_id: null, offered_until: null }
  expect((await look(third, id)).waitlist).toEqual({ ...line, position: 2 })
  expect((await look(first, id)).waitlist).toEqual({ ...line, position: null })
  const listed = (await as(app, third)(events.list, { query: {} })).body.data.find((event) => event.id === id)
  expect(listed?.waitlist).toEqual({ ...line, position: 2 })

  for (const _ of [1, 2]) expect((await leaveLine(second, id)).body).toEqual({ success: true })
  expect((await look(third, id)).waitlist).toEqual({ ...line, count: 1, position: 1 })
  expect((await say(second, id)).body.error).toBe('Event is full')
})

test('rejects the organizer, users of another school and everyone after the start', async () => {
  const { id } = await makeEvent(app, ada, { seats: 1 })
  const [guest, late] = [await student(), await student()]
  await fillEvent(app, { id }, guest)
  expect((await join(ada, id)).status).toBe(403)
  expect((await join(foreigner, id)).status).toBe(404)
  expect((await leaveLine(foreigner, id)).status).toBe(404)
  await sql`update events set start_date = now() where id = ${id}`.execute(app.db)
  const { status, body } = await join(late, id)
  expect([status, body.error]).toEqual([410, 'This event has already started'])
  const unlimited = await makeEvent(app, ada)
  expect((await join(late, unlimited.id)).status).toBe(409)
})

test('a freed seat goes to the first in the line in the same transaction, who is informed once', async () => {
  const { id, guest, line } = await makeLine(2)
  const [first, second] = line
  expect((await say(guest, id, 'not_attending')).body.data).toEqual({ user_rsvp: 'not_attending', attendees_count: 1 })
  expect(await look(first, id)).toMatchObject({ user_rsvp: 'attending', waitlist: { count: 1, position: null } })
  expect(await look(second, id)).toMatchObject({ user_rsvp: 'not_attending', waitlist: { position: 1 } })
  expect(await listNotices(first)).toEqual([])
  const stream = await openStream(app, first)
  await runJobs()
  expect((await stream.next('waitlist.changed')).body).toEqual({ event_id: id })
  stream.close()
  expect(await listNotices(first)).toEqual([[seatIsTheirs, 1]])
  expect(await listNotices(second)).toEqual([])

  await say(first, id, 'not_attending')
  await runJobs()
  expect(await listNotices(second)).toEqual([[seatIsTheirs, 1]])
  expect(await listNotices(first)).toHaveLength(1)
})

test('informs once when the job was interrupted before its commit', async () => {
  const { id, guest, line } = await makeLine(1)
  await say(guest, id, 'not_attending')
  const interrupt = () => {
    throw new Error('killed')
  }
  const dying = { ...app, live: { ...app.live, publish: interrupt } }
  const payload = { school_id: school.id, event_id: id }
  await expect(informPromoted(dying, payload)).rejects.toThrow('killed')
  expect(await listNotices(line[0])).toEqual([])
  await runJobs()
  expect(await listNotices(line[0])).toEqual([[seatIsTheirs, 1]])
})

test('publishes the number of attendees to those who have the event open', async () => {
  const { id } = await makeEvent(app, ada)
  const guest = await student()
  const stream = await openStream(app, ada, { posts: [id] })
  await say(guest, id)
  expect((await stream.next('event.seats')).body).toEqual({ event_id: id, attendees_count: 1 })
  stream.close()
})

test('from three hours before the start a freed seat is held for 30 minutes, and taken by its user only', async () => {
  const { id, guest, line } = await makeLine(2, 2)
  const [first, second] = line
  await say(guest, id, 'not_attending')
  const { waitlist, user_rsvp, attendees_count } = await look(first, id)
  expect([user_rsvp, attendees_count, waitlist.held, waitlist.position]).toEqual(['not_attending', 0, 1, null])
  expect(Math.abs((waitlist.offered_until ?? 0) - (Date.now() / 1000 + 1800))).toBeLessThan(10)
  expect((await look(second, id)).waitlist).toMatchObject({ position: 1, offer_id: null, offered_until: null })
  await runJobs()
  expect(await listNotices(first)).toEqual([[seatIsOffered, 1]])

  const other = await say(guest, id)
  expect([other.status, other.body.error]).toEqual([409, 'Event is full'])
  expect((await answerOffer(second, id, waitlist.offer_id)).status).toBe(404)
  expect((await answerOffer(first, id, null)).status).toBe(404)
  expect((await answerOffer(first, id, waitlist.offer_id)).body.data).toEqual({
    user_rsvp: 'attending',
    attendees_count: 1,
  })
  expect((await look(second, id)).waitlist).toMatchObject({ held: 0, position: 1 })
  expect((await answerOffer(first, id, waitlist.offer_id)).status).toBe(404)
})

test('the documented RSVP takes the held seat of its user', async () => {
  const { id, guest, line } = await makeLine(2, 2)
  await say(guest, id, 'not_attending')
  expect((await say(line[0], id)).body.data).toEqual({ user_rsvp: 'attending', attendees_count: 1 })
  expect((await look(line[1], id)).waitlist).toMatchObject({ held: 0, position: 1, offer_id: null })
})

test('a declined offer goes to the next user', async () => {
  const { id, guest, line } = await makeLine(2, 2)
  const [first, second] = line
  await say(guest, id, 'not_attending')
  const { waitlist } = await look(first, id)
  expect((await answerOffer(first, id, waitlist.offer_id, 'decline')).body).toEqual({ success: true })
  expect((await look(first, id)).waitlist).toMatchObject({
    held: 1,
    position: null,
    is_last: false,
    no_show_rule: false,
    offer_id: null,
  })
  expect((await look(second, id)).waitlist.offer_id).not.toBeNull()
})

test('an offer ends by the clock of the database and reaches the next user', async () => {
  const { id, guest, line } = await makeLine(2, 2)
  const [first, second] = line
  await say(guest, id, 'not_attending')
  const { waitlist } = await look(first, id)
  await keepWaitlists(app)
  expect((await look(first, id)).waitlist.offer_id).toBe(waitlist.offer_id)
  await endOffers(id)
  for (const answer of ['accept', 'decline'] as const) {
    const { status, body } = await answerOffer(first, id, waitlist.offer_id, answer)
    expect([status, body.error]).toEqual([410, 'This offer has expired'])
  }
  await Promise.all([keepWaitlists(app), keepWaitlists(app)])
  await runJobs()
  expect((await look(first, id)).waitlist).toMatchObject({
    position: null,
    is_last: false,
    no_show_rule: false,
    offer_id: null,
    held: 1,
  })
  expect((await look(second, id)).waitlist.offer_id).not.toBeNull()
  expect(await listNotices(second)).toEqual([[seatIsOffered, 1]])
  await endOffers(id)
  await keepWaitlists(app)
  expect(await look(second, id)).toMatchObject({ attendees_count: 0, waitlist: { count: 0, held: 0 } })
  expect((await say(guest, id)).status).toBe(200)
})

test('more seats promote as many users as fit, and no limit promotes all', async () => {
  const { id, line } = await makeLine(5)
  const reply = await change(id, 3)
  expect(reply.body.data).toMatchObject({ attendees_count: 3, waitlist: { count: 3 } })
  const isGoing = async () =>
    (await Promise.all(line.map((person) => look(person, id)))).map((event) => event.user_rsvp)
  expect((await isGoing()).filter((answer) => answer === 'attending')).toHaveLength(2)
  expect((await isGoing()).slice(0, 2)).toEqual(['attending', 'attending'])
  const less = await change(id, 2)
  expect([less.status, less.body.error]).toEqual([400, '3 people are already going'])
  expect((await change(id, null)).body.data).toMatchObject({ attendees_count: 6, waitlist: { count: 0 } })
})

test('held seats count when the number of seats is lowered', async () => {
  const { id, guest } = await makeLine(1, 2)
  await say(guest, id, 'not_attending')
  await change(id, 2)
  await say(guest, id)
  expect((await change(id, 1)).body.error).toBe('2 people are already going')
})

test('skips a banned account until the ban ends', async () => {
  const { id, guest, line } = await makeLine(2)
  const [banned, second] = line
  const actor = { id: null, name: 'Dean' }
  const decision = await withTransaction(app.db, (trx) =>
    moderate(trx, actor, banned, { type: 'ban', reason: 'Harassment' }),
  )
  await say(guest, id, 'not_attending')
  expect((await look(second, id)).user_rsvp).toBe('attending')
  await say(second, id, 'not_attending')
  await keepWaitlists(app)
  expect((await look(guest, id)).attendees_count).toBe(0)

  await withTransaction(app.db, (trx) => reverse(trx, actor, banned, decision, 'A mistake'))
  await keepWaitlists(app)
  expect(await look(banned, id)).toMatchObject({ user_rsvp: 'attending', waitlist: { position: null } })
})

test('a block between organizer and user ends the wait, and a held seat goes to the next user', async () => {
  const { id, guest, line } = await makeLine(3, 2)
  const [first, second, third] = line
  await as(app, second)(friends.block, { params: { id: ada.id } })
  expect((await look(first, id)).waitlist.count).toBe(2)
  await say(guest, id, 'not_attending')
  expect((await look(first, id)).waitlist.offer_id).not.toBeNull()
  await as(app, ada)(friends.block, { params: { id: first.id } })
  expect((await look(third as TestUser, id)).waitlist).toMatchObject({ count: 0, held: 1, position: null })
  expect((await look(third as TestUser, id)).waitlist.offer_id).not.toBeNull()
})

test('a deleted account frees its seat for the line, and waits no more', async () => {
  const { id, guest, line } = await makeLine(3)
  const [first, second, third] = line
  await deleteUser(app, first)
  const remove = (person: TestUser) =>
    app.db.deleteFrom('users').where('school_id', '=', person.schoolId).where('id', '=', person.id).execute()
  await Promise.all([remove(guest), remove(second)])
  expect(await look(third as TestUser, id)).toMatchObject({ user_rsvp: 'attending', attendees_count: 1 })
  await remove(first)
  expect((await look(ada, id)).waitlist.count).toBe(0)
})

test('a user who has left a private group gets no seat of its events', async () => {
  const group = await makeGroup(app, ada, { type: 'private' })
  const { id } = await makeGroupEvent(app, ada, group)
  await change(id, 1)
  const [guest, left, stays] = await students(3)
  if (!guest || !left || !stays) throw new Error('three students')
  const membership = { school_id: school.id, group_id: group.id }
  for (const { id: user_id } of [guest, left, stays])
    await app.db
      .insertInto('group_members')
      .values({ ...membership, user_id, id: crypto.randomUUID() })
      .execute()
  await say(guest, id)
  for (const person of [left, stays]) expect((await join(person, id)).status).toBe(201)
  await app.db.deleteFrom('group_members').where('user_id', '=', left.id).execute()
  await say(guest, id, 'not_attending')
  expect(await look(stays, id)).toMatchObject({ user_rsvp: 'attending', waitlist: { position: null } })
})

test('a withheld event promotes no user until it is restored', async () => {
  const { id, guest, line } = await makeLine(1)
  const setWithheld = (at: Date | null) =>
    app.db.updateTable('events').set({ withheld_at: at }).where('id', '=', id).execute()
  await setWithheld(new Date())
  await app.db.deleteFrom('users').where('school_id', '=', school.id).where('id', '=', guest.id).execute()
  await keepWaitlists(app)
  const { rows } = await sql<{ going: number }>`
    select count(*)::int as going from event_attendees where event_id = ${id}`.execute(app.db)
  expect(rows).toEqual([{ going: 0 }])
  await setWithheld(null)
  expect((await look(line[0], id)).user_rsvp).toBe('attending')
})

test('users who join, take, leave and block concurrently leave no seat unused and none taken twice', async () => {
  const { id } = await makeEvent(app, ada, { seats: 5, start: 2 })
  const people = await students(30)
  const act = async (person: TestUser, turn: number) => {
    const { waitlist } = await look(person, id).catch(() => ({ waitlist: null }))
    if (!waitlist) return
    if (waitlist.offer_id) await answerOffer(person, id, waitlist.offer_id, turn % 3 ? 'accept' : 'decline')
    else if (turn % 4 === 3) await say(person, id, 'not_attending')
    else if ((await say(person, id)).status === 409) await join(person, id)
  }
  await Promise.all(
    people.map(async (person, index) => {
      for (let turn = 0; turn < 6; turn++) await act(person, index + turn)
      if (index % 10 === 0) await as(app, person)(friends.block, { params: { id: ada.id } })
    }),
  )
  const { rows } = await sql<{ kept: number; held: number; taken: number; offers: number; waiting: number }>`
    select attendees_count as kept, held_count as held,
      (select count(*)::int from event_attendees where event_id = events.id) as taken,
      (select count(*)::int from event_waitlist where event_id = events.id and offer_id is not null) as offers,
      (select count(*)::int from event_waitlist where event_id = events.id and offer_id is null) as waiting
    from events where id = ${id}`.execute(app.db)
  const [state] = rows
  expect([state?.kept, state?.held]).toEqual([state?.taken, state?.offers])
  const seats = (state?.kept ?? 0) + (state?.held ?? 0)
  if ((state?.waiting ?? 0) > 0) expect(seats).toBe(5)
  else expect(seats).toBeLessThanOrEqual(5)
})

test('the line ends with the event', async () => {
  const { id } = await makeLine(1)
  await sql`update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
    where id = ${id}`.execute(app.db)
  await keepWaitlists(app)
  expect((await look(ada, id)).waitlist.count).toBe(0)
})

/** On a busy machine, a write that waits too long for the event is refused with 503, and stores nothing. */
async function repeatIfBusy<R extends { readonly status: number }>(write: () => Promise<R>): Promise<R> {
  for (;;) {
    const reply = await write()
    if (reply.status !== 503) return reply
  }
}

test('500 users, 50 seats, 100 who leave and a moving limit: never too many, in order, each informed once', {
  timeout: 300_000,
}, async () => {
  const { id } = await makeEvent(app, ada, { seats: 50, title: 'Picnic' })
  // What the line and the seats did, in the order of the lock on the event.
  await sql`create table storm (n bigint generated always as identity, what text, user_id uuid, place bigint)`.execute(
    app.db,
  )
  await sql
    .raw(`create function log_storm() returns trigger language plpgsql as $$ begin
      insert into storm (what, user_id, place) values (tg_argv[0], new.user_id,
        case tg_argv[0] when 'joined' then (to_jsonb(new) ->> 'place')::bigint end);
      return null; end $$;
    create trigger storm_joins after insert on event_waitlist for each row execute function log_storm('joined');
    create trigger storm_seats after insert on event_attendees for each row when (new.notice_due)
      execute function log_storm('promoted')`)
    .execute(app.db)
  const people = await students(500)
  const leaving = people.filter((_, index) => index % 5 === 0)

  const request = async (person: TestUser) => {
    for (;;) {
      const answer = await repeatIfBusy(() => say(person, id))
      if (answer.status === 200) return
      expect(answer.body.error).toBe('Event is full')
      const joined = await repeatIfBusy(() => join(person, id))
      if (joined.status === 201) return
      expect([409, joined.body.error]).toEqual([joined.status, 'This event still has free seats'])
    }
  }
  let isOver = false
  const tooMany: unknown[] = []
  const watch = async () => {
    while (!isOver) {
      const { rows } = await sql<{ seats: number; taken: number; counted: number }>`
        select max_attendees as seats, attendees_count as counted,
          (select count(*)::int from event_attendees where event_id = events.id) as taken
        from events where id = ${id}`.execute(app.db)
      for (const row of rows) if (row.taken > row.seats || row.counted !== row.taken) tooMany.push(row)
      await runJobs()
    }
  }
  const move = async () => {
    while ((await look(ada, id)).waitlist.count === 0);
    for (const seats of [60, 40, 70, 55, 80, 65, 100]) await repeatIfBusy(() => change(id, seats))
  }
  const watching = watch()
  const requests = people.map(async (person, index) => {
    await request(person)
    if (index % 5 === 0) {
      await repeatIfBusy(() => leaveLine(person, id)) // in this order: between the two, the user cannot be promoted
      await repeatIfBusy(() => say(person, id, 'not_attending'))
    }
  })
  await Promise.all([...requests, move()])
  isOver = true
  await watching
  await runJobs()

  expect(tooMany).toEqual([])
  const { rows: left } = await sql<{ user_id: string }>`
    select user_id from event_attendees where event_id = ${id} union all
    select user_id from event_waitlist where event_id = ${id}`.execute(app.db)
  expect(left.map(({ user_id }) => user_id).sort()).toEqual(
    people
      .filter((person) => !leaving.includes(person))
      .map((person) => person.id)
      .sort(),
  )
  expect(await look(ada, id)).toMatchObject({ max_attendees: 100, attendees_count: 100, waitlist: { count: 300 } })

  const { rows: promoted } = await sql<{ user_id: string; place: string }>`
    select seat.user_id, entry.place from storm as seat
    cross join lateral (select place from storm as entry
      where entry.what = 'joined' and entry.user_id = seat.user_id and entry.n < seat.n order by n desc limit 1) as entry
    where seat.what = 'promoted' order by seat.n`.execute(app.db)
  expect(promoted.length).toBeGreaterThanOrEqual(50)
  const places = promoted.map(({ place }) => Number(place))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  const { rows: notices } = await sql<{ user_id: string; times: number }>`
    select user_id, times from notifications where kind = 'waitlist' and link = ${`/events?event=${id}`}`.execute(
    app.db,
  )
  const informed = notices.map(({ user_id }) => user_id)
  expect(new Set(informed).size).toBe(informed.length)
  expect(notices.filter(({ times }) => times !== 1)).toEqual([])
  const stayed = promoted.map(({ user_id }) => user_id).filter((user) => left.some(({ user_id }) => user_id === user))
  expect(informed).toEqual(expect.arrayContaining(stayed))
  expect(promoted.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(informed))
})
