import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { inject } from 'vitest'
import { type Listing, marketplace } from '../features/marketplace/contract.ts'
import { type Media, media, type Purpose } from '../features/media/contract.ts'
import { type Conversation, conversations, type Message, messages } from '../features/messages/contract.ts'
import { type Comment, comments, type Post, posts } from '../features/posts/contract.ts'
import type { Asked, Reply, Route } from '../shared/contract.ts'
import { type Config, readConfig } from '../shared/server/config.ts'
import { newId, openDb } from '../shared/server/db.ts'
import type { House } from '../shared/server/house.ts'
import { cookieName } from '../shared/server/serve.ts'
import { openSession, type Role } from '../shared/server/viewer.ts'
import { buildServer } from './server.ts'
import { eventsOf, type StreamEvent } from './testing-stream.ts'

export const testEnvironment = {
  ANONYMOUS_DELAY: '0', // tests of the delay set another
  LOG_LEVEL: 'silent',
  SECRET_KEY: 'only for tests, long enough to be taken',
}

/** With a provider that is never asked, since setting up the demo's own takes longer than many a test. */
export const testConfig: Config = readConfig({
  ...testEnvironment,
  GOOGLE_CLIENT_ID: 'nobody',
  GOOGLE_CLIENT_SECRET: 'nothing',
})

const closers: (() => Promise<void>)[] = []

/** After each file, by testing-setup.ts: a hook of our own would be heard by the first file of a worker only. */
export async function closeTestHouses(): Promise<void> {
  for (const close of closers.splice(0)) await close()
}

/**
 * The whole server on a database of this file's own. Closed and dropped after its last test. `alone` it is one server
 * always: for what is said of the inside of one.
 */
export async function openTestHouse(config: Config = testConfig, { alone = false } = {}): Promise<House> {
  const connection = inject('cluster')
  const database = `t_${randomBytes(8).toString('hex')}`
  const server = openDb({ ...connection, database: 'postgres' }, { max: 1 })
  await sql.raw(`create database ${database} template template_quad`).execute(server)
  const db = openDb({ ...connection, database }, { max: 20 })
  const dataDir = mkdtempSync(join(tmpdir(), 'quad-files-'))
  const redis = inject('redis')
  const shared = redis && !config.redisUrl ? { redisUrl: `${redis}/${randomInt(4000)}` } : {}
  const build = () => buildServer({ ...config, dataDir, ...shared }, db, config.secretKey ?? '')
  const house = await build()
  await house.http.ready()
  const other = redis && !alone ? await build() : undefined
  if (other) takeTurns(house, other)
  closers.push(async () => {
    await house.http.close()
    await other?.http.close()
    await db.destroy()
    await sql.raw(`drop database ${database} with (force)`).execute(server)
    await server.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return house
}

/** Every second request goes to the other server of the house. */
function takeTurns(house: House, other: House) {
  const own = house.http.inject.bind(house.http)
  let turn = 0
  house.http.inject = ((options: InjectOptions) => (turn++ % 2 ? other.http.inject(options) : own(options))) as never
}

export type TestSchool = { readonly id: string; readonly domain: string }
export type TestPerson = {
  readonly id: string
  readonly schoolId: string
  readonly name: string
  readonly email: string
  readonly cookie: string
}

/** A school of the test's own: what happens in it concerns nobody else. */
export async function makeSchool(
  { db }: House,
  values: { name?: string; domain?: string; active?: boolean } = {},
): Promise<TestSchool> {
  const id = newId()
  const domain = values.domain ?? `${id}.example`
  await db
    .insertInto('schools')
    .values({
      id,
      name: values.name ?? 'Test School',
      email_domain: domain,
      country: 'Nowhere',
      is_active: values.active ?? true,
    })
    .execute()
  return { id, domain }
}

/** A person with an open session. */
export async function makePerson(
  house: House,
  {
    school,
    name = 'Test Person',
    role = 'student',
    terms = true,
  }: { school: TestSchool; name?: string; role?: Role; terms?: boolean },
): Promise<TestPerson> {
  const id = newId()
  const email = `${id}@${school.domain}`
  await house.db
    .insertInto('users')
    .values({ school_id: school.id, id, name, email, role, terms_accepted_at: terms ? new Date() : null })
    .execute()
  await house.db
    .updateTable('schools')
    .set({ member_count: sql`member_count + 1` })
    .where('id', '=', school.id)
    .execute()
  const token = await openSession(
    house.db,
    { id, schoolId: school.id },
    { userAgent: 'test', ip: undefined, authenticatedAt: new Date() },
  )
  return { id, schoolId: school.id, name, email, cookie: `${cookieName(house.config.secure)}=${token}` }
}

export const nobody = { cookie: '' }

type Ask<R extends Route> = { [K in keyof Asked<R> as Asked<R>[K] extends undefined ? never : K]?: unknown } & {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}
export type Answer<R extends Route> = {
  status: number
  body: Reply<R> & { error?: string; code?: string; fields?: Record<string, string> }
  headers: Record<string, unknown>
}

/** Calls as somebody, over HTTP: `await as(house, ada)(posts.like, { params: { id } })`. Bodies may be as wrong as a test likes. */
export const as =
  ({ http }: House, person: { readonly cookie: string }) =>
  async <R extends Route>(route: R, ask: Ask<R> = {} as Ask<R>): Promise<Answer<R>> => {
    const url = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ask.params?.[name] ?? name))
    const options: InjectOptions = {
      method: route.method,
      url,
      headers: { cookie: person.cookie, ...ask.headers },
      ...(ask.query
        ? { query: Object.fromEntries(Object.entries(ask.query).map(([key, value]) => [key, String(value)])) }
        : {}),
      ...(ask.body === undefined ? {} : { payload: ask.body as object }),
    }
    const reply = await http.inject(options)
    const body = reply.headers['content-type']?.toString().includes('json') ? reply.json() : undefined
    return { status: reply.statusCode, body, headers: reply.headers }
  }

/**
 * Opens somebody's event stream over a real connection. `next` waits for an event of a name that it has not given yet,
 * `heard` are all so far, `ended` settles when the server has ended it.
 */
export async function openStream(
  house: House,
  person: { readonly cookie: string },
  { after, posts = [] }: { after?: string; posts?: readonly string[] } = {},
) {
  if (!house.http.server.listening) await house.http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = house.http.server.address() as AddressInfo
  const control = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/live?posts=${posts.join()}`, {
    headers: { cookie: person.cookie, ...(after === undefined ? {} : { 'last-event-id': after }) },
    signal: control.signal,
  })
  const heard: StreamEvent[] = []
  const waiting = new Set<() => void>()
  const given = new Map<string, number>()
  const read = async () => {
    for await (const event of eventsOf(response)) {
      heard.push(event)
      for (const look of waiting) look()
    }
  }
  const ended = read().catch(() => {})
  const next = (name: string) =>
    new Promise<StreamEvent>((resolve, reject) => {
      const at = given.get(name) ?? 0
      given.set(name, at + 1)
      const late = setTimeout(() => reject(new Error(`${name} was not heard`)), 5000)
      const look = () => {
        const found = heard.filter((event) => event.name === name)[at]
        if (!found) return
        clearTimeout(late)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  if (response.status === 200) await next('reconnect')
  return { status: response.status, heard, next, ended, close: () => control.abort() }
}

const uploading = new Map<string, Promise<unknown>>()

/** Uploads one file over HTTP, by default a picture of a few pixels. */
export async function makeUpload(
  house: House,
  person: TestPerson,
  { type = 'post', width = 40, file }: { type?: Purpose; width?: number; file?: Buffer } = {},
): Promise<Media> {
  const background = { r: 200, g: 80, b: 40 }
  const bytes =
    file ??
    (await sharp({ create: { width, height: 30, channels: 3, background } })
      .png()
      .toBuffer())
  const form = new FormData()
  form.set('type', type)
  form.set('file', new Blob([new Uint8Array(bytes)]), 'a.png')
  // One after the other: the server receives two forms of one person at a time.
  const reply = (uploading.get(person.id) ?? Promise.resolve()).then(() =>
    as(house, person)(media.upload, { body: form }),
  )
  uploading.set(
    person.id,
    reply.catch(() => {}),
  )
  const { status, body } = await reply
  if (status !== 200) throw new Error(`${person.name} could not upload: ${status} ${body.error}`)
  return body.data.media
}

/** A post, written over HTTP as its author would. */
export async function makePost(
  house: House,
  author: TestPerson,
  {
    content = 'Good morning',
    anonymous = false,
    media = [],
  }: { content?: string; anonymous?: boolean; media?: readonly Media[] } = {},
): Promise<Post> {
  const media_urls = media.map(({ url }) => url)
  const ask = { body: { content, is_anonymous: anonymous, media_urls } }
  const { status, body } = await as(house, author)(posts.create, ask)
  if (status !== 201) throw new Error(`${author.name} could not post: ${status} ${body.error}`)
  return body.data
}

/** A comment, or a reply to one, written over HTTP as its author would. */
export async function makeComment(
  house: House,
  author: TestPerson,
  post: { readonly id: string },
  { content = 'Well said', parent }: { content?: string; parent?: { readonly id: string } } = {},
): Promise<Comment> {
  const ask = { body: { post_id: post.id, content, parent_id: parent?.id ?? null } }
  const { status, body } = await as(house, author)(comments.create, ask)
  if (status !== 201) throw new Error(`${author.name} could not comment: ${status} ${body.error}`)
  return body.data
}

/** A report of a post, filed over HTTP. */
export async function makeReport(
  house: House,
  reporter: TestPerson,
  post: { readonly id: string },
  body: { reason?: string; description?: string } = {},
): Promise<{ readonly id: string }> {
  const { status, body: answer } = await as(house, reporter)(posts.report, {
    params: { id: post.id },
    body: { reason: 'spam', ...body },
  })
  if (status !== 201) throw new Error(`${reporter.name} could not report: ${status} ${answer.error}`)
  return house.db
    .selectFrom('reports')
    .where('school_id', '=', reporter.schoolId)
    .where('reporter_id', '=', reporter.id)
    .where('content_id', '=', post.id)
    .select('id')
    .executeTakeFirstOrThrow()
}

/** An ad, aimed at a school or at everybody. */
export async function makeAd(
  { db }: House,
  { school, ...values }: { school?: string; title?: string; max_impressions?: number; placement?: string } = {},
): Promise<{ readonly id: string }> {
  const id = newId()
  await db
    .insertInto('ads')
    .values({ id, title: 'Tea', description: 'Hot', target_url: '#', target_school_id: school ?? null, ...values })
    .execute()
  return { id }
}

/** A conversation of one person with others, begun over HTTP: direct with one, new each time with several. */
export async function makeConversation(
  house: House,
  person: TestPerson,
  others: readonly TestPerson[],
): Promise<Conversation> {
  const ask = { body: { participants: others.map(({ id }) => id) } }
  const { status, body } = await as(house, person)(conversations.create, ask)
  if (status !== 201 && status !== 409) throw new Error(`${person.name} could not begin: ${status} ${body.error}`)
  return body.data
}

/** A message, sent over HTTP. */
export async function makeMessage(
  house: House,
  sender: TestPerson,
  conversation: { readonly id: string },
  { content = 'See you at noon', image }: { content?: string; image?: Media } = {},
): Promise<Message> {
  const body = image ? { content, type: 'image', image_url: image.url } : { content }
  const sent = await as(house, sender)(messages.send, { params: { id: conversation.id }, body })
  if (sent.status !== 201) throw new Error(`${sender.name} could not send: ${sent.status} ${sent.body.error}`)
  return sent.body.data
}

/** An event of the next days; `start` in hours from now. */
export async function makeEvent(
  { db }: House,
  organizer: TestPerson,
  { title = 'Open day', start = 24 }: { title?: string; start?: number } = {},
): Promise<{ readonly id: string }> {
  const id = newId()
  await db
    .insertInto('events')
    .values({
      school_id: organizer.schoolId,
      id,
      organizer_id: organizer.id,
      title,
      description: 'All day',
      location: 'Main hall',
      start_date: sql`now() + make_interval(hours => ${start})`,
      end_date: sql`now() + make_interval(hours => ${start + 1})`,
    })
    .execute()
  return { id }
}

/** A listing, made over HTTP as its seller would. */
export async function makeListing(
  house: House,
  seller: TestPerson,
  values: Partial<Asked<typeof marketplace.create>['body']> = {},
): Promise<Listing> {
  const body = { title: 'A desk lamp', description: 'It works.', price: 12.5, ...values }
  const { status, body: reply } = await as(house, seller)(marketplace.create, { body })
  if (status !== 201) throw new Error(`${seller.name} could not sell: ${status} ${reply.error}`)
  return reply.data
}

export async function makeFriends({ db }: House, one: TestPerson, other: TestPerson): Promise<void> {
  const school_id = one.schoolId
  const both = [
    { school_id, user_id: one.id, friend_id: other.id },
    { school_id, user_id: other.id, friend_id: one.id },
  ]
  await db.insertInto('friendships').values(both).execute()
}

export async function makeBlock({ db }: House, blocker: TestPerson, blocked: TestPerson): Promise<void> {
  await db
    .insertInto('blocks')
    .values({ school_id: blocker.schoolId, blocker_id: blocker.id, blocked_id: blocked.id })
    .execute()
}

/** Deletes an account as its owner would: it is gone at once, its rows go later. */
export async function makeDeleted({ db }: House, person: TestPerson): Promise<void> {
  await db
    .updateTable('users')
    .set({ deleted_at: new Date() })
    .where('school_id', '=', person.schoolId)
    .where('id', '=', person.id)
    .execute()
  await db
    .updateTable('schools')
    .set({ member_count: sql`member_count - 1` })
    .where('id', '=', person.schoolId)
    .execute()
}
