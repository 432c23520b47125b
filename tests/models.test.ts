// Model-based tests: random actions on stateful features; after each step the API must match a small model. MODEL_FACTOR
// multiplies the number of walks.

import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { answers } from '../src/features/assignments/contract.ts'
import { events } from '../src/features/events/contract.ts'
import { groupPosts } from '../src/features/group-posts/contract.ts'
import { groups } from '../src/features/groups/contract.ts'
import { moderate, reverse } from '../src/features/moderation/server/actions.ts'
import { friends, people } from '../src/features/people/contract.ts'
import { posts } from '../src/features/posts/contract.ts'
import { session } from '../src/features/session/contract.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { as, openTestApp } from '../src/testing/app.ts'
import { makeAnswer, makeAssignment } from '../src/testing/factories/assignments.ts'
import { makeEvent } from '../src/testing/factories/events.ts'
import { makeGroup, makePoll } from '../src/testing/factories/groups.ts'
import { makePost } from '../src/testing/factories/posts.ts'
import { makeSchool, makeUser, type TestUser } from '../src/testing/factories/users.ts'
import { withSeeds } from '../src/testing/seeds.ts'

const app = await openTestApp()
let operations = 0
const factor = Number(process.env.MODEL_FACTOR ?? 1)

type Step = { readonly who: number; readonly what: number }

/** Random walks of up to twenty steps by a few users, each in a new state. */
async function walk<World>(
  { acts, people = 3, runs = 12 }: { acts: number; people?: number; runs?: number },
  begin: (cast: TestUser[]) => Promise<World>,
  take: (world: World, step: Step) => Promise<void>,
) {
  const step = fc.record({ who: fc.nat({ max: people - 1 }), what: fc.nat({ max: acts - 1 }) })
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
    const school = await makeSchool(app)
    const cast: TestUser[] = []
    for (let at = 0; at < people; at++) cast.push(await makeUser(app, { school, name: `Person ${at}` }))
    const world = await begin(cast)
    for (const one of steps) await take(world, one)
    operations += steps.length
  })
  await withSeeds((seed) => fc.assert(property, { seed, numRuns: runs * factor }))
}

const patient = { timeout: 90_000 * factor }

test('friendship requests, friends and blocks match the model', patient, async () => {
  type World = { cast: TestUser[]; asked: number | undefined; friends: boolean; blockers: Set<number> }
  const acts = ['request', 'accept', 'decline', 'cancel', 'remove', 'block', 'unblock'] as const
  /** Returns the status that the model expects, and updates the model. */
  const model = (world: World, who: number, act: (typeof acts)[number]): number => {
    const other = 1 - who
    if (act === 'unblock') return world.blockers.delete(who) ? 200 : 404
    if (world.blockers.has(other) && (act === 'request' || act === 'block')) return 404
    if (act === 'block') {
      world.blockers.add(who)
      Object.assign(world, { asked: undefined, friends: false })
      return 200
    }
    if (act === 'request') {
      if (world.blockers.has(who)) return 403
      if (world.friends || world.asked === who) return 409
      Object.assign(world, world.asked === other ? { asked: undefined, friends: true } : { asked: who })
      return 201
    }
    const isThere = act === 'remove' ? world.friends : world.asked === (act === 'cancel' ? who : other)
    if (!isThere) return 404
    Object.assign(world, act === 'accept' ? { asked: undefined, friends: true } : { asked: undefined, friends: false })
    return 200
  }
  await walk(
    { acts: acts.length, people: 2, runs: 20 },
    async (cast): Promise<World> => ({ cast, asked: undefined, friends: false, blockers: new Set() }),
    async (world, { who, what }) => {
      const act = acts[what] ?? 'request'
      const [me, other] = [world.cast[who] as TestUser, world.cast[1 - who] as TestUser]
      const expected = model(world, who, act)
      const { status } = await as(app, me)(friends[act], { params: { id: other.id } })
      expect(status, `${act} by ${who}`).toBe(expected)
      const seen = await as(app, me)(people.show, { params: { id: other.id } })
      if (world.blockers.has(1 - who)) return expect(seen.status).toBe(404)
      expect(seen.body.data).toMatchObject({
        friendship_status: world.friends ? 'friends' : world.asked === undefined ? 'none' : 'pending',
        request: world.asked === undefined ? null : world.asked === who ? 'sent' : 'received',
        is_blocked: world.blockers.has(who),
      })
    },
  )
})

test('membership of a public group with three places matches the model', patient, async () => {
  await walk(
    { acts: 3, people: 5 },
    async ([founder, ...others]) => {
      const group = await makeGroup(app, founder as TestUser, { max_members: 3 })
      return { founder: founder as TestUser, others, group, members: new Set<string>() }
    },
    async ({ founder, others, group, members }, { who, what }) => {
      const person = others[who % others.length] as TestUser
      const params = { id: group.id }
      if (what === 0) {
        const isNew = !members.has(person.id)
        const fits = members.size < 2
        const { status } = await as(app, person)(groups.join, { params, body: {} })
        if (isNew) expect(status).toBe(fits ? 200 : 409)
        if (isNew && fits) members.add(person.id)
      } else if (what === 1) {
        const { status } = await as(app, person)(groups.leave, { params })
        expect(status).toBe(members.delete(person.id) ? 200 : 403)
      } else {
        const { status } = await as(app, founder)(groups.removeMember, { params: { ...params, uid: person.id } })
        expect(status).toBe(members.delete(person.id) ? 200 : 404)
      }
      const shown = (await as(app, person)(groups.show, { params })).body.data
      expect(shown.members_count).toBe(members.size + 1)
      expect(shown.user_role === null).toBe(!members.has(person.id))
    },
  )
})

test('attendance of an event with two places matches the model', patient, async () => {
  await walk(
    { acts: 2, people: 5 },
    async ([organizer, ...guests]) => {
      const event = await makeEvent(app, organizer as TestUser)
      await app.db.updateTable('events').set({ max_attendees: 2 }).where('id', '=', event.id).execute()
      return { guests, params: event, coming: new Set<string>() }
    },
    async ({ guests, params, coming }, { who, what }) => {
      const guest = guests[who % guests.length] as TestUser
      const comes = what === 0
      const isFull = comes && !coming.has(guest.id) && coming.size === 2
      const body = { status: comes ? 'attending' : 'not_attending' }
      const answer = await as(app, guest)(events.rsvp, { params, body })
      expect(answer.status).toBe(isFull ? 409 : 200)
      if (isFull) return
      if (comes) coming.add(guest.id)
      else coming.delete(guest.id)
      expect(answer.body.data).toEqual({ user_rsvp: body.status, attendees_count: coming.size })
    },
  )
})

test('votes on an answer match the model: the same vote withdraws, the other one switches', patient, async () => {
  await walk(
    { acts: 2, people: 4 },
    async ([author, ...voters]) => {
      const answer = await makeAnswer(app, author as TestUser, await makeAssignment(app, voters[0] as TestUser))
      return { voters, params: { id: answer.id }, votes: new Map<string, boolean>() }
    },
    async ({ voters, params, votes }, { who, what }) => {
      const voter = voters[who % voters.length] as TestUser
      const is_helpful = what === 0
      if (votes.get(voter.id) === is_helpful) votes.delete(voter.id)
      else votes.set(voter.id, is_helpful)
      const { body } = await as(app, voter)(answers.helpful, { params, body: { is_helpful } })
      const sum = [...votes.values()].reduce((total, helpful) => total + (helpful ? 1 : -1), 0)
      expect(body.data).toMatchObject({ helpful_votes: sum, user_vote: votes.get(voter.id) ?? null })
    },
  )
})

test('poll votes match the model: one changeable vote per member', patient, async () => {
  await walk(
    { acts: 3, people: 4 },
    async ([founder, ...others]) => {
      const group = await makeGroup(app, founder as TestUser)
      for (const other of others) await as(app, other)(groups.join, { params: { id: group.id }, body: {} })
      const poll = await makePoll(app, founder as TestUser, group, ['Tea', 'Coffee', 'Water'])
      return { others, params: { gid: group.id, pid: poll.id }, votes: new Map<string, number>() }
    },
    async ({ others, params, votes }, { who, what }) => {
      const voter = others[who % others.length] as TestUser
      votes.set(voter.id, what)
      const { body } = await as(app, voter)(groupPosts.vote, { params, body: { option_index: what } })
      const counts = [0, 1, 2].map((option) => [...votes.values()].filter((vote) => vote === option).length)
      expect(body.data.poll_options.map((option) => option.votes)).toEqual(counts)
      expect(body.data.user_vote).toBe(what)
    },
  )
})

test('reports match the model: one per user and post, not of own or deleted posts', patient, async () => {
  await walk(
    { acts: 5, people: 3 },
    async (cast) => ({
      cast,
      post: await makePost(app, cast[0] as TestUser),
      reporters: new Set<number>(),
      gone: false,
    }),
    async (world, { who, what }) => {
      const person = world.cast[who] as TestUser
      const params = { id: world.post.id }
      if (what === 4 && who === 0) {
        expect((await as(app, person)(posts.remove, { params })).status).toBe(world.gone ? 404 : 200)
        world.gone = true
        return
      }
      const { status } = await as(app, person)(posts.report, { params, body: { reason: 'spam' } })
      const expected = world.gone ? 404 : who === 0 ? 403 : world.reporters.has(who) ? 409 : 201
      expect(status).toBe(expected)
      if (status === 201) world.reporters.add(who)
    },
  )
})

test(
  'sanctions match the model: active ones determine the status, in any order of issuing and reversing',
  patient,
  async () => {
    type Action = { readonly id: string; readonly type: 'warn' | 'suspend' | 'ban' }
    const dean = { id: null, name: 'Dean' }
    const given = [
      { type: 'warn', reason: 'A word' },
      { type: 'suspend', reason: 'A day', days: 1 },
      { type: 'suspend', reason: 'A week', days: 7 },
      { type: 'ban', reason: 'For good' },
    ] as const
    await walk(
      { acts: given.length + 2, people: 1 },
      async ([person]) => ({ person: person as TestUser, active: [] as Action[] }),
      async (world, { what }) => {
        const sanction = given[what]
        if (sanction)
          world.active.push({
            id: await withTransaction(app.db, (trx) => moderate(trx, dean, world.person, sanction)),
            type: sanction.type,
          })
        else {
          const [taken] = world.active.splice(what === given.length ? 0 : -1, 1)
          if (taken)
            expect(
              await withTransaction(app.db, (trx) => reverse(trx, dean, world.person, taken.id, 'A mistake')),
            ).toBe(true)
          if (taken)
            expect(await withTransaction(app.db, (trx) => reverse(trx, dean, world.person, taken.id, 'Again'))).toBe(
              false,
            )
        }
        const types = world.active.map(({ type }) => type)
        const expected = types.includes('ban') ? 403 : types.includes('suspend') ? 423 : 200
        expect((await as(app, world.person)(session.me)).status).toBe(expected)
      },
    )
  },
)

afterAll(() => {
  if (factor > 1) process.stderr.write(`${operations} operations\n`)
})
