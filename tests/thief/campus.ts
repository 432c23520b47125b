// A campus of 200 users on a busy evening, simulated through the real server. Time is virtual: timestamps in the
// database are moved back by the time between two actions.
import { sql } from 'kysely'
import { buildJobs } from '../../src/app/jobs.ts'
import { exportJob } from '../../src/features/account/server/export.ts'
import { confessions } from '../../src/features/confessions/contract.ts'
import { notifications } from '../../src/features/notifications/contract.ts'
import { comments, posts } from '../../src/features/posts/contract.ts'
import { ratings } from '../../src/features/professors/contract.ts'
import type { App } from '../../src/shared/server/services.ts'
import { as } from '../../src/testing/app.ts'
import { turnOnEnding } from '../../src/testing/ending-authorship.ts'
import { makeUpload } from '../../src/testing/factories/media.ts'
import { makeProfessor, sampleRating } from '../../src/testing/factories/professors.ts'
import { makeSchool, makeUser, type TestUser } from '../../src/testing/factories/users.ts'
import type { Random } from './random.ts'

export type AnonymousItem = {
  readonly table: 'posts' | 'confessions' | 'ratings' | 'comments'
  readonly id: string
  readonly authorId: string
}
export type Campus = {
  readonly schoolId: string
  readonly people: readonly TestUser[]
  readonly items: readonly AnonymousItem[]
}
export type CampusSize = {
  readonly people: number
  readonly active: number
  readonly namedPosts: number
  readonly anonymousPosts: number
  readonly confessions: number
  readonly ratings: number
  readonly pictures: number
  /** Halfway through the evening the school decides that authorship ends after these days. */
  readonly unmaskableDays?: number
}

type Act = (person: TestUser) => Promise<unknown>
type Session = { readonly person: TestUser; readonly acts: Act[]; nextAt: number }

/** Users act in bursts: mean virtual seconds between two actions of one user, and until the next burst. */
const [actGapSeconds, burstGapSeconds, burstShare] = [1, 45, 0.75]
/** Virtual seconds between two runs of background work. */
const tickSeconds = 10
const flushEverySeconds = 150

/** Simulates the evening. The returned items are those that a thief tries to attribute. */
export async function playCampus(app: App, size: CampusSize, random: Random): Promise<Campus> {
  const school = await makeSchool(app)
  const people: TestUser[] = []
  for (let index = 0; index < size.people; index++)
    people.push(await makeUser(app, { school, name: `Student ${String.fromCharCode(65 + (index % 26))}${index}` }))
  const [first] = people as [TestUser]
  const teachers: { readonly id: string }[] = []
  for (let index = 0; index < 60; index++) teachers.push(await makeProfessor(app, first, { last_name: `T${index}` }))

  const items: AnonymousItem[] = []
  const visible = { posts: [] as string[], confessions: [] as string[] }
  const rated = new Set<string>()
  let picturesLeft = size.pictures

  const expectDone = ({ status, body }: { status: number; body: { error?: string } }, ...also: number[]) => {
    if (![200, 201, ...also].includes(status)) throw new Error(`${status} ${body?.error}`)
  }
  const upload = async (person: TestUser) =>
    picturesLeft-- > 0 ? [(await makeUpload(app, person, { width: random.between(20, 60) })).url] : []

  const acts = {
    read: async (person) => expectDone(await as(app, person)(posts.feed)),
    browse: async (person) => expectDone(await as(app, person)(confessions.list)),
    notices: async (person) => {
      expectDone(await as(app, person)(notifications.list))
      expectDone(await as(app, person)(notifications.readAll))
    },
    like: async (person) => {
      const id = random.latest(visible.posts)
      if (id) expectDone(await as(app, person)(posts.like, { params: { id } }))
    },
    comment: async (person) => {
      const post_id = random.latest(visible.posts)
      if (post_id) expectDone(await as(app, person)(comments.create, { body: { post_id, content: random.words() } }))
    },
    likeConfession: async (person) => {
      const id = random.latest(visible.confessions)
      if (id) expectDone(await as(app, person)(confessions.like, { params: { id } }))
    },
    report: async (person) => {
      const id = random.latest(visible.posts)
      if (id) expectDone(await as(app, person)(posts.report, { params: { id }, body: { reason: 'spam' } }), 403, 409)
    },
    post: async (person) => {
      const headers = { 'idempotency-key': `key ${random.next()}` }
      const body = { content: random.words(), media_urls: await upload(person) }
      const reply = await as(app, person)(posts.create, { body, headers })
      expectDone(reply)
      visible.posts.push(reply.body.data.id)
    },
    anonymousPost: async (person) => {
      const headers = { 'idempotency-key': `key ${random.next()}` }
      const body = { content: random.words(), is_anonymous: true, media_urls: await upload(person) }
      const reply = await as(app, person)(posts.create, { body, headers })
      expectDone(reply)
      items.push({ table: 'posts', id: reply.body.data.id, authorId: person.id })
    },
    confess: async (person) => {
      const headers = { 'idempotency-key': `key ${random.next()}` }
      const reply = await as(app, person)(confessions.create, { body: { content: random.words() }, headers })
      expectDone(reply)
      items.push({ table: 'confessions', id: reply.body.data.id, authorId: person.id })
    },
    rate: async (person) => {
      const teacher = random.pick(teachers)
      if (rated.has(`${person.id} ${teacher.id}`)) return
      rated.add(`${person.id} ${teacher.id}`)
      const body = { ...sampleRating, review_text: random.words(), anonymous: true }
      const reply = await as(app, person)(ratings.create, { params: { id: teacher.id }, body })
      expectDone(reply)
      items.push({ table: 'ratings', id: reply.body.data.id, authorId: person.id })
    },
  } satisfies Record<string, Act>

  // All writes, distributed over sessions, between reads, likes and comments.
  const writing = random.shuffle([
    ...Array<Act>(size.namedPosts).fill(acts.post),
    ...Array<Act>(size.anonymousPosts).fill(acts.anonymousPost),
    ...Array<Act>(size.confessions).fill(acts.confess),
    ...Array<Act>(size.ratings).fill(acts.rate),
  ])
  const besides = [acts.read, acts.like, acts.like, acts.comment, acts.likeConfession, acts.browse]
  const planSession = (): Act[] => {
    const own = writing.splice(0, random.between(2, 4))
    const others = Array.from({ length: random.between(3, 6) }, () => random.pick(besides))
    const rare = [...(random.chance(0.4) ? [acts.notices] : []), ...(random.chance(0.1) ? [acts.report] : [])]
    return [acts.read, ...random.shuffle([...own, ...others, ...rare])]
  }

  let clock = 0
  let lastTick = 0
  let lastFlush = 0
  let realBefore = Date.now()
  const published = async () => {
    const { rows } = await sql<{ kind: 'posts' | 'confessions'; id: string }>`
      select 'posts' as kind, id from posts where school_id = ${school.id}
      union all select 'confessions', id from confessions where school_id = ${school.id}`.execute(app.db)
    for (const kind of ['posts', 'confessions'] as const)
      visible[kind] = rows.filter((row) => row.kind === kind).map(({ id }) => id)
  }
  /** Background work of servers: publishes, notifies authors, stores read flags. */
  const tick = async () => {
    const passed = clock - lastTick - (Date.now() - realBefore) / 1000
    realBefore = Date.now()
    lastTick = clock
    await sql`update pending_items set publish_at = publish_at - make_interval(secs => ${passed})`.execute(app.db)
    await app.pending.publishDue(app.db)
    const { rows } = await sql<{ payload: object; task: string }>`
      with due as (update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => ${passed}) returning id, run_at)
      select payload from graphile_worker._private_jobs join due using (id) where due.run_at <= now()`.execute(app.db)
    const [notifyAuthor] = app.notifications.jobs(app.db)
    for (const { payload } of rows) if ('sealedNotice' in payload) await notifyAuthor?.run(payload)
    await sql`delete from graphile_worker._private_jobs where run_at <= now()`.execute(app.db)
    if (clock - lastFlush > flushEverySeconds) {
      lastFlush = clock
      await app.notifications.inbox.flush(app.db, { all: true })
    }
    await published()
  }

  const sessions: Session[] = []
  const begin = () => {
    const busy = new Set(sessions.map(({ person }) => person.id))
    const person = random.pick(people.filter(({ id }) => !busy.has(id)))
    sessions.push({ person, acts: planSession(), nextAt: clock + random.exponential(burstGapSeconds) })
  }
  const half = (size.anonymousPosts + size.confessions + size.ratings) / 2
  let { unmaskableDays } = size
  while (writing.length > 0 || sessions.length > 0) {
    if (unmaskableDays && items.length >= half) {
      await turnOnEnding(app, school.id, unmaskableDays)
      unmaskableDays = undefined
    }
    while (writing.length > 0 && sessions.length < size.active) begin()
    sessions.sort((session, nextSession) => session.nextAt - nextSession.nextAt)
    const [session] = sessions as [Session]
    clock = session.nextAt
    while (clock - lastTick >= tickSeconds) await tick()
    const act = session.acts.shift()
    if (act) await act(session.person)
    if (session.acts.length === 0) sessions.shift()
    else session.nextAt = clock + random.exponential(random.chance(burstShare) ? actGapSeconds : burstGapSeconds)
  }
  for (const until = clock + 600; clock < until; ) {
    clock += tickSeconds
    await tick()
  }
  await askForExports(app, people.slice(0, exporters))
  return { schoolId: school.id, people, items }
}

/** Number of users with a finished export when the thief comes. */
const exporters = 20

async function askForExports(app: App, people: readonly TestUser[]) {
  await sql`update sessions set authenticated_at = now()`.execute(app.db) // on a slow machine, the evening takes minutes
  for (const { cookie } of people) {
    const url = '/api/users/me/export'
    const reply = await app.http.inject({ method: 'POST', url, headers: { cookie }, payload: {} })
    if (reply.statusCode >= 300) throw new Error(`No export: ${reply.body}`)
  }
  const [job] = buildJobs(app).filter(({ name }) => name === exportJob)
  for (const { id, schoolId } of people) await job?.run({ id, schoolId })
}
