// F31: kill -9 of the server while 500 users want 50 seats of an event, 100 of them leave, and the number of seats moves.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createSession } from '../src/shared/server/auth/session.ts'
import { type Db, openDb } from '../src/shared/server/db/pools.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { freePort, type QuadNode, startNode, startPostgres } from '../tools/services.ts'
import { type Answer, ask, type Fault, inFolder, readyAgain, signIn, type Writer } from './kit.ts'

/** `last` is the number of seats after all moves. */
const scene = { people: 500, seats: 50, last: 100, everyLeaver: 5 }
const moves = [60, 40, 70, 55, 80, 65, scene.last]
const retryPauseMs = 100

type Guest = Writer & { readonly id: string; readonly isLeaving: boolean }

export const killWhileQueueing: Fault = {
  name: 'F31',
  title: `kill -9 while ${scene.people} users want ${scene.seats} seats, a fifth of them leaves, and the number of seats moves`,
  rounds: 4,
  run: (rounds) =>
    inFolder(async (folder) => {
      const postgres = await startPostgres(folder, await freePort())
      const environment = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data'), SECRET_KEY: 'k'.repeat(40) }
      const port = await freePort()
      const start = () => startNode(port, environment, join(folder, 'node.log'))
      let node: QuadNode = start()
      const db = openDb(postgres.url, { max: 3 })
      try {
        await node.ready()
        const { address } = node
        const host = await signIn(address, 'ada@northfield.example')
        const guests = await makeGuests(db, scene.people)
        const eventId = await createEvent(address, host)
        await logSeats(db, eventId)

        let isOver = false
        const tooMany: string[] = []
        const watching = watch(db, eventId, tooMany, () => isOver)
        const killing = (async () => {
          for (let round = 0; round < rounds; round++) {
            await sleep(500 + Math.random() * 1500)
            node.process.kill('SIGKILL')
            await node.ended
            node = start()
            await readyAgain(address, join(folder, 'node.log'))
          }
        })()
        await Promise.all([
          killing,
          moveSeats(address, host, eventId),
          ...guests.map((guest) => takePart(address, guest, eventId)),
        ])
        await notifyAll(db)
        isOver = true
        await watching
        const { figures, wrong } = await compare(db, eventId, guests)
        return { figures: { kills: rounds, ...figures }, wrong: [...tooMany, ...wrong] }
      } finally {
        await db.destroy()
        await node.stop()
        await postgres.stop()
      }
    }),
}

async function makeGuests(db: Db, count: number): Promise<Guest[]> {
  const { schoolId } = await db
    .selectFrom('schools')
    .where('email_domain', '=', 'northfield.example')
    .select('id as schoolId')
    .executeTakeFirstOrThrow()
  const guests: Guest[] = []
  for (let index = 0; index < count; index++) {
    const id = newId()
    const email = `guest${index}@northfield.example`
    const user = { school_id: schoolId, id, name: `Guest ${index}`, email, terms_accepted_at: new Date() }
    await db.insertInto('users').values(user).execute()
    const session = { userAgent: 'fault', ip: undefined, authenticatedAt: new Date() }
    const token = await createSession(db, { id, schoolId }, session)
    guests.push({ id, email, cookie: `quad=${token}`, isLeaving: index % scene.everyLeaver === 0 })
  }
  return guests
}

async function createEvent(address: string, host: Writer): Promise<string> {
  const start_date = Math.floor(Date.now() / 1000) + 86_400
  const event = {
    title: 'Picnic',
    description: 'Bring a blanket',
    location: 'Lawn',
    start_date,
    end_date: start_date + 3600,
  }
  const { body } = await ask(address, host, 'POST', '/api/events', { ...event, max_attendees: scene.seats })
  return (body.data as unknown as { id: string }).id
}

/** Repeats a request until the server replies: it may be down. */
async function insist(...request: Parameters<typeof ask>): Promise<Answer> {
  for (;;) {
    const answer = await ask(...request)
    if (answer.status !== 0 && answer.status !== 503) return answer
    await sleep(retryPauseMs)
  }
}

/** Gets a seat or a place in the line. A leaver then gives it back. */
async function takePart(address: string, guest: Guest, id: string): Promise<void> {
  const answer = (status: string) => insist(address, guest, 'POST', `/api/events/${id}/rsvp`, { status })
  for (;;) {
    if ((await answer('attending')).status === 200) break
    const joined = await insist(address, guest, 'POST', `/api/events/${id}/waitlist`, {})
    // A request whose reply was lost had its effect.
    if (joined.status === 201 || /already/.test(joined.body.error ?? '')) break
  }
  if (!guest.isLeaving) return
  // In this order: between the two, the user cannot be promoted.
  await insist(address, guest, 'DELETE', `/api/events/${id}/waitlist`)
  await answer('not_attending')
}

async function moveSeats(address: string, host: Writer, id: string): Promise<void> {
  for (const max_attendees of moves) {
    await sleep(700)
    // Fewer seats than attendees are refused.
    for (;;) {
      const { status } = await insist(address, host, 'PATCH', `/api/events/${id}`, { max_attendees })
      if (status === 200 || max_attendees < scene.last) break
      await sleep(retryPauseMs)
    }
  }
}

/** What the line and the seats did, in the order of the lock on the event. */
const logSeats = (db: Db, id: string) =>
  sql
    .raw(`create table storm (n bigint generated always as identity, what text, user_id uuid, place bigint);
      create function log_storm() returns trigger language plpgsql as $$ begin
        if new.event_id = '${id}' then
          insert into storm (what, user_id, place) values (tg_argv[0], new.user_id,
            case tg_argv[0] when 'joined' then (to_jsonb(new) ->> 'place')::bigint end);
        end if;
        return null; end $$;
      create trigger storm_joins after insert on event_waitlist for each row execute function log_storm('joined');
      create trigger storm_seats after insert on event_attendees for each row when (new.notice_due)
        execute function log_storm('promoted')`)
    .execute(db)

async function watch(db: Db, id: string, tooMany: string[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { rows } = await sql<{ seats: number; taken: number; counted: number }>`
      select max_attendees as seats, attendees_count as counted,
        (select count(*)::int from event_attendees where event_id = events.id) as taken
      from events where id = ${id}`.execute(db)
    for (const { seats, taken, counted } of rows)
      if (taken > seats || taken !== counted) tooMany.push(`${taken} seats taken of ${seats}, ${counted} counted`)
    await sleep(20)
  }
}

/** Waits until the jobs have notified all promoted users; a killed server's jobs are taken over by the next one. */
async function notifyAll(db: Db): Promise<void> {
  const deadline = Date.now() + 150_000 // a job of a killed server is released after a minute
  while (Date.now() < deadline) {
    const { rows } = await sql`select from event_attendees where notice_due limit 1`.execute(db)
    if (rows.length === 0) return
    await sleep(200)
  }
}

async function compare(db: Db, id: string, guests: readonly Guest[]) {
  const wrong: string[] = []
  const { rows: left } = await sql<{ user_id: string }>`select user_id from event_attendees where event_id = ${id}
    union all select user_id from event_waitlist where event_id = ${id}`.execute(db)
  const present = new Set(left.map(({ user_id }) => user_id))
  const lost = guests.filter((guest) => !guest.isLeaving && !present.has(guest.id)).length
  const stayed = guests.filter((guest) => guest.isLeaving && present.has(guest.id)).length
  if (lost > 0) wrong.push(`${lost} users have neither a seat nor a place in the line`)
  if (stayed > 0) wrong.push(`${stayed} users who left are still there`)
  if (present.size !== left.length) wrong.push('a user has a seat and waits')

  const { rows: seats } = await sql<{
    count: number
  }>`select attendees_count as count from events where id = ${id}`.execute(db)
  if (seats[0]?.count !== scene.last) wrong.push(`${seats[0]?.count} of ${scene.last} seats are taken, and people wait`)

  const { rows: promoted } = await sql<{ user_id: string; place: string }>`
    select seat.user_id, entry.place from storm as seat
    cross join lateral (select place from storm as entry where entry.what = 'joined' and entry.user_id = seat.user_id
      and entry.n < seat.n order by n desc limit 1) as entry
    where seat.what = 'promoted' order by seat.n`.execute(db)
  const places = promoted.map(({ place }) => Number(place))
  if (places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0)))
    wrong.push('users were not promoted in the order of the line')

  const { rows: notices } = await sql<{ user_id: string; times: number }>`
    select user_id, times from notifications where kind = 'waitlist' and link = ${`/events?event=${id}`}`.execute(db)
  const informed = new Set(notices.map(({ user_id }) => user_id))
  if (informed.size !== notices.length || notices.some(({ times }) => times !== 1))
    wrong.push('a user was notified more than once')
  const forgotten = promoted.filter(({ user_id }) => present.has(user_id) && !informed.has(user_id)).length
  if (forgotten > 0) wrong.push(`${forgotten} promoted users were not notified`)
  return { figures: { users: guests.length, promoted: promoted.length, notified: notices.length }, wrong }
}
