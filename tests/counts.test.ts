// Every count that triggers keep: under concurrent writes, and beside servers of the previous version.
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { retentionRules } from '../src/app/retention-rules.ts'
import { recount } from '../src/cli/recount.ts'
import { answers } from '../src/features/assignments/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { groupPosts } from '../src/features/group-posts/contract.ts'
import { groups } from '../src/features/groups/contract.ts'
import { marketplace } from '../src/features/marketplace/contract.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { deleteExpiredRows } from '../src/shared/server/jobs/retention.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { makeEvent } from '../src/testing/factories/events.ts'
import { makeGroup, makePoll } from '../src/testing/factories/groups.ts'
import { makeListing } from '../src/testing/factories/marketplace.ts'
import { makeDepartment, makeProfessor } from '../src/testing/factories/professors.ts'
import { deleteUser, makeUser, type TestUser } from '../src/testing/factories/users.ts'

const { app, school, ada } = await campus({ people: { ada: {} } })

const listKept = () => app.db.selectFrom('counters').selectAll().orderBy('counter').execute()

/** The value of a counter, summed over the rows of the school. */
async function readCount(counter: string): Promise<number> {
  const [table = '', column = ''] = counter.split('.')
  const key = table === 'schools' ? 'id' : 'school_id'
  const { rows } = await sql<{ sum: number }>`select coalesce(sum(${sql.ref(column)}), 0)::int as sum
    from ${sql.table(table)} where ${sql.ref(key)} = ${school.id}`.execute(app.db)
  return rows[0]?.sum ?? 0
}

/** By counter: one row with the counter, and opposite changes by a user. */
const scenes: Readonly<
  Record<string, () => Promise<{ add(person: TestUser): Promise<unknown>; remove(person: TestUser): Promise<unknown> }>>
> = {
  'assignments.answers_count': async () => {
    const { id } = await makeAssignment(app, ada)
    return {
      add: (person) => as(app, person)(answers.create, { params: { id }, body: { content: 'Compare it.' } }),
      remove: (person) => sql`delete from assignment_answers where author_id = ${person.id}`.execute(app.db),
    }
  },
  'confessions.likes_count': async () => {
    const params = { id: (await makeConfession(app, ada)).id }
    const like = (person: TestUser) => as(app, person)(confessions.like, { params })
    return { add: like, remove: like }
  },
  'departments.professors_count': async () => {
    const department_id = (await makeDepartment(app, ada)).id
    return {
      add: (person) => makeProfessor(app, person, { department_id, last_name: person.id.slice(-12) }),
      remove: (person) => sql`delete from professors where created_by = ${person.id}`.execute(app.db),
    }
  },
  'events.attendees_count': async () => {
    const params = { id: (await makeEvent(app, ada)).id }
    const say = (status: string) => (person: TestUser) => as(app, person)(events.rsvp, { params, body: { status } })
    return { add: say('attending'), remove: say('not_attending') }
  },
  'events.held_count': async () => {
    const { id } = await makeEvent(app, ada)
    const entry = (person: TestUser) => ({ school_id: person.schoolId, event_id: id, user_id: person.id })
    const offer = { offer_id: newId(), offered_until: new Date(Date.now() + 60_000) }
    return {
      add: (person) =>
        app.db
          .insertInto('event_waitlist')
          .values({ ...entry(person), ...offer })
          .onConflict((known) => known.columns(['school_id', 'event_id', 'user_id']).doUpdateSet(offer))
          .execute(),
      remove: (person) =>
        sql`update event_waitlist set offer_id = null, offered_until = null
        where event_id = ${id} and user_id = ${person.id}`.execute(app.db),
    }
  },
  'groups.members_count': async () => {
    const params = { id: (await makeGroup(app, ada)).id }
    return {
      add: (person) => as(app, person)(groups.join, { params, body: {} }),
      remove: (person) => as(app, person)(groups.leave, { params }),
    }
  },
  'listings.favorites_count': async () => {
    const params = { id: (await makeListing(app, ada)).id }
    const toggle = (person: TestUser) => as(app, person)(marketplace.favorite, { params })
    return { add: toggle, remove: toggle }
  },
  'poll_options.votes': async () => {
    const group = await makeGroup(app, ada)
    const params = { gid: group.id, pid: (await makePoll(app, ada, group)).id }
    const vote = (option_index: number) => async (person: TestUser) => {
      await as(app, person)(groups.join, { params: { id: group.id }, body: {} })
      await as(app, person)(groupPosts.vote, { params, body: { option_index } })
    }
    return { add: vote(0), remove: vote(1) }
  },
  'schools.member_count': async () => ({
    add: (person) => sql`update users set deleted_at = null where id = ${person.id}`.execute(app.db),
    remove: (person) => sql`update users set deleted_at = now() where id = ${person.id}`.execute(app.db),
  }),
}

test('every count that triggers keep has a scene, and triggers for insertions and deletions', async () => {
  const kept = await listKept()
  expect(kept.map(({ counter }) => counter)).toEqual(Object.keys(scenes))
  for (const { counter, counted } of kept) {
    const { rows } = await sql<{ name: string }>`select tgname as name from pg_trigger
      where tgrelid = ${counted}::regclass and tgenabled = 'O' and tgname like ${`%keep_${counter.split('.')[1]}%`}`.execute(
      app.db,
    )
    const ends = rows.map(({ name }) => name.split('_').at(-1))
    expect(ends, counter).toEqual(expect.arrayContaining(['gains', 'losses']))
  }
})

test.each(Object.entries(scenes))(
  'keeps %s equal to its rows under 200 concurrent changes, and when the accounts are deleted',
  async (counter, begin) => {
    const { add, remove } = await begin()
    const people = await Promise.all(Array.from({ length: 25 }, () => makeUser(app, { school })))
    const newcomer = await makeUser(app, { school })
    if (counter === 'schools.member_count') await deleteUser(app, newcomer)
    const before = await readCount(counter)
    await add(newcomer)
    expect(await readCount(counter)).toBe(before + 1)
    const changes = people.flatMap((person, index) =>
      Array.from({ length: 8 }, (_, turn) => ((index + turn) % 3 === 0 ? remove(person) : add(person))),
    )
    await Promise.allSettled(changes)
    expect(await recount(app.db)).toEqual([])
    await Promise.all(people.map((person) => deleteUser(app, person)))
    await app.db
      .deleteFrom('users')
      .where(
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    expect(await recount(app.db)).toEqual([])
  },
)

test('keeps the tally of listings while they change state, and when ended ones are removed', async () => {
  const sellers = await Promise.all(Array.from({ length: 4 }, () => makeUser(app, { school })))
  const listings = await Promise.all(
    sellers.flatMap((seller) =>
      Array.from({ length: 5 }, async () => ({ seller, id: (await makeListing(app, seller)).id })),
    ),
  )
  const states = ['withdrawn', 'sold', 'available', 'sold', 'withdrawn'] as const
  await Promise.all(
    listings.flatMap(({ seller, id }, index) => [
      as(app, ada)(marketplace.interest, { params: { id }, body: {} }),
      as(app, ada)(marketplace.favorite, { params: { id } }),
      as(app, seller)(marketplace.changeState, { params: { id }, body: { state: states[index % 5] ?? 'sold' } }),
      as(app, seller)(marketplace.update, { params: { id }, body: { price: index } }),
    ]),
  )
  expect(await recount(app.db)).toEqual([])
  await sql`update listings set ended_at = ended_at - interval '1 year' where school_id = ${school.id}`.execute(app.db)
  await deleteExpiredRows(app.db, retentionRules)
  const ids = listings.map(({ id }) => id)
  const left = await app.db.selectFrom('listings').where('id', 'in', ids).select('state').execute()
  expect(left.map(({ state }) => state)).toEqual(['available', 'available', 'available', 'available'])
  expect(await recount(app.db)).toEqual([])
})

test('counts once what a server of the previous version counts itself', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const former = new pg.Client({ ...inject('cluster'), database: rows[0]?.name })
  await former.connect()
  const [alan, grace] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const [event, group, listing] = [await makeEvent(app, ada), await makeGroup(app, ada), await makeListing(app, ada)]
  const run = (text: string, ...values: unknown[]) => former.query(text, [school.id, ...values])
  await run('insert into event_attendees (school_id, event_id, user_id) values ($1, $2, $3)', event.id, alan.id)
  await run('update events set attendees_count = attendees_count + 1 where school_id = $1 and id = $2', event.id)
  await run(
    'insert into group_members (school_id, group_id, user_id, id) values ($1, $2, $3, $4)',
    group.id,
    alan.id,
    newId(),
  )
  await run('update groups set members_count = members_count + 1 where school_id = $1 and id = $2', group.id)
  await run('insert into listing_favorites (school_id, listing_id, user_id) values ($1, $2, $3)', listing.id, alan.id)
  await run('update listings set favorites_count = favorites_count + 1 where school_id = $1 and id = $2', listing.id)
  await run('update users set deleted_at = now() where school_id = $1 and id = $2', grace.id)
  await run('update schools set member_count = member_count - 1 where id = $1')
  expect(await recount(app.db)).toEqual([])
  await run('delete from event_attendees where school_id = $1 and user_id = $2', alan.id)
  await run('delete from group_members where school_id = $1 and user_id = $2', alan.id)
  await run('delete from listing_favorites where school_id = $1 and user_id = $2', alan.id)
  await former.end()
  expect(await recount(app.db)).toEqual([])
})
