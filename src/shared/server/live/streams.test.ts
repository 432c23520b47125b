import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { buildServer } from '../../../app/server.ts'
import { moderate } from '../../../features/moderation/server/actions.ts'
import { session } from '../../../features/session/contract.ts'
import { as, openTestApp, openTestKeys, signedOut, testConfig } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { readMetrics } from '../../../testing/metrics.ts'
import { testWith } from '../../../testing/requirements.ts'
import { openStream, waitForEarlierEvents } from '../../../testing/streams.ts'
import { newId } from '../db/sql.ts'
import { withTransaction } from '../db/transaction.ts'
import type { App } from '../services.ts'

const dean = { id: null, name: 'Dean' }
const postId = newId()

const { app, school, ada, grace } = await campus({ people: { ada: {}, grace: {} } })

const liked = (count: number) => ({ post_id: postId, likes_count: count, comments_count: 0 })
const publishToAda = (count: number, from = app) =>
  from.live.publish(from.db, { schoolId: school.id, people: [ada.id] }, 'post.liked', liked(count))

type Listener = { readonly user: TestUser; readonly stream: Awaited<ReturnType<typeof openStream>> }
const listen = async (user: TestUser, options = {}): Promise<Listener> => ({
  user,
  stream: await openStream(app, user, options),
})

async function expectNoEvent(...listeners: readonly Listener[]) {
  for (const { user, stream } of listeners) {
    await waitForEarlierEvents(app, user, stream)
    expect(stream.heard.map(({ name }) => name)).toEqual(['reconnect', 'reports.pending'])
  }
}

test('delivers an event to all streams of its audience, and to no other user', async () => {
  const [one, other, graces] = [await openStream(app, ada), await openStream(app, ada), await openStream(app, grace)]
  const elsewhere = await listen(await makeUser(app, { school: await makeSchool(app) }))
  const classmate = await listen(await makeUser(app, { school }))
  publishToAda(1)
  app.live.publish(app.db, { schoolId: school.id, people: [grace.id] }, 'post.liked', liked(2))
  expect((await one.next('post.liked')).body).toEqual(liked(1))
  expect((await other.next('post.liked')).body).toEqual(liked(1))
  expect((await graces.next('post.liked')).body).toEqual(liked(2))
  expect(graces.heard.filter(({ name }) => name === 'post.liked')).toHaveLength(1)
  await expectNoEvent(elsewhere, classmate)
  for (const stream of [one, other, graces, elsewhere.stream, classmate.stream]) stream.close()
})

test('delivers admin events only to the admins of the school', async () => {
  const admin = await openStream(app, await makeUser(app, { school, role: 'admin' }))
  const theirs = await listen(await makeUser(app, { school: await makeSchool(app), role: 'admin' }))
  const student = await listen(ada)
  app.live.publish(app.db, { schoolId: school.id, admins: true }, 'post.liked', liked(3))
  expect((await admin.next('post.liked')).body).toEqual(liked(3))
  await expectNoEvent(theirs, student)
  for (const stream of [admin, theirs.stream, student.stream]) stream.close()
})

test("delivers a post's events to its subscribers, except users it is hidden from", async () => {
  const looking = await openStream(app, ada, { posts: ['no id', postId] })
  const hidden = await listen(grace, { posts: [postId] })
  const away = await listen(await makeUser(app, { school }))
  const stranger = await makeUser(app, { school: await makeSchool(app) })
  const elsewhere = await listen(stranger, { posts: [postId] })
  app.live.publish(app.db, { schoolId: school.id, post: postId, except: [grace.id] }, 'post.liked', liked(4))
  expect((await looking.next('post.liked')).body).toEqual(liked(4))
  await expectNoEvent(hidden, away, elsewhere)
  for (const stream of [looking, hidden.stream, away.stream, elsewhere.stream]) stream.close()
})

test('publishes an event after its transaction commits, and never after a rollback', async () => {
  const stream = await openStream(app, ada)
  const names = () => stream.heard.map(({ name }) => name)
  const telling = (count: number) => async (trx: App['db']) => {
    app.live.publish(trx, { schoolId: school.id, people: [ada.id] }, 'post.liked', liked(count))
    await waitForEarlierEvents(app, ada, stream)
    expect(names()).not.toContain('post.liked')
    if (count === 5) throw new Error('No')
  }
  await expect(withTransaction(app.db, telling(5))).rejects.toThrow('No')
  await withTransaction(app.db, telling(6))
  expect((await stream.next('post.liked')).body).toEqual(liked(6))
  expect(names()).toEqual(['reconnect', 'reports.pending', 'reports.pending', 'post.liked'])
  stream.close()
})

test('resumes a lost stream after the last received event, each once and in order', async () => {
  const first = await openStream(app, ada)
  publishToAda(7)
  const { id } = await first.next('post.liked')
  first.close()
  await first.ended
  for (const count of [8, 9, 10]) publishToAda(count)
  app.live.publish(app.db, { schoolId: school.id, people: [grace.id] }, 'post.liked', liked(11))
  const again = await openStream(app, ada, { after: id })
  publishToAda(12)
  for (const count of [8, 9, 10, 12]) expect((await again.next('post.liked')).body).toEqual(liked(count))
  expect(again.heard[0]?.body).toEqual({ resumed: true })
  const ids = again.heard.map((event) => event.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(again.heard).toHaveLength(5)
  again.close()
})

test("resumes a page's stream from its session request on", async () => {
  publishToAda(20)
  const { headers } = await as(app, ada)(session.me)
  publishToAda(21)
  const stream = await openStream(app, ada, { after: String(headers['last-event-id']) })
  expect((await stream.next('post.liked')).body).toEqual(liked(21))
  expect(stream.heard.map(({ body }) => body)).toEqual([{ resumed: true }, liked(21)])
  stream.close()
})

test('requests a refetch when the missed events are no longer buffered', async () => {
  for (const after of ['1-0', 'anything', '']) {
    const stream = await openStream(app, ada, { after })
    expect(stream.heard[0]?.body).toEqual({ resumed: false })
    stream.close()
  }
  const { id } = (await openStream(app, ada)).heard[0] ?? { id: '' }
  for (let count = 0; count < 150; count++) publishToAda(count)
  const stream = await openStream(app, ada, { after: id })
  expect(stream.heard[0]?.body).toEqual({ resumed: false })
  stream.close()
})

test('a ban ends every open stream within two seconds with the reason, and new streams are refused', async () => {
  const delaysMs: number[] = []
  for (let round = 0; round < 3; round++) {
    const mallory = await makeUser(app, { school })
    const streams = await Promise.all(Array.from({ length: 5 }, () => openStream(app, mallory)))
    const began = Date.now()
    await withTransaction(app.db, (trx) => moderate(trx, dean, mallory, { type: 'ban', reason: 'Harassment' }))
    for (const stream of streams) {
      expect((await stream.next('blocked')).body).toEqual({
        isBlocked: true,
        blockReason: 'banned',
        message: 'Your account has been banned. Reason: Harassment',
        suspendedUntil: null,
      })
      await stream.ended
    }
    delaysMs.push(Date.now() - began)
    app.live.publish(app.db, { schoolId: school.id, people: [mallory.id] }, 'post.liked', liked(1))
    expect(streams.map(({ heard }) => heard.at(-1)?.name)).toEqual(Array(5).fill('blocked'))
    expect((await openStream(app, mallory)).status).toBe(403)
  }
  // The best of three, because a busy machine delays some of them.
  expect(Math.min(...delaysMs)).toBeLessThan(2000)
  expect((await openStream(app, signedOut)).status).toBe(401)
})

test('applies a ban missed by a lost database listener after it reconnects', async () => {
  const mallory = await makeUser(app, { school })
  const stream = await openStream(app, mallory)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query = 'listen standing'`.execute(app.db)
  await withTransaction(app.db, (trx) => moderate(trx, dean, mallory, { type: 'ban', reason: 'Harassment' }))
  await stream.ended
  expect(stream.heard.at(-1)?.name).toBe('blocked')
})

test('ends a stream after sign-out, account deletion or loss of the admin role', async () => {
  const admin = await makeUser(app, { school, role: 'admin' })
  const gone = await makeUser(app, { school })
  const [deleted, demoted] = [await openStream(app, gone), await openStream(app, admin)]
  const leaving = await makeUser(app, { school })
  const stream = await openStream(app, leaving)
  await as(app, leaving)(session.signOut)
  await stream.ended
  await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
  await deleted.ended
  await app.db.updateTable('users').set({ role: 'student' }).where('id', '=', admin.id).execute()
  await demoted.ended
})

test('ends the streams of all users of a deactivated school immediately, and no others', async () => {
  const closing = await makeSchool(app)
  const people = [await makeUser(app, { school: closing }), await makeUser(app, { school: closing })]
  const streams = await Promise.all(people.map((person) => openStream(app, person)))
  const elsewhere = await openStream(app, grace)
  const began = performance.now()
  await app.db.updateTable('schools').set({ is_active: false }).where('id', '=', closing.id).execute()
  for (const stream of streams) await stream.ended
  expect(performance.now() - began, 'before the periodic session check').toBeLessThan(5000)
  expect((await openStream(app, people[0] ?? signedOut)).status).toBe(401)
  app.live.publish(app.db, { schoolId: school.id, people: [grace.id] }, 'post.liked', liked(1))
  await elsewhere.next('post.liked')
  elsewhere.close()
})

test("evicts the oldest of a user's streams, within the limit per session", async () => {
  const crowd = await makeUser(app, { school })
  const streams = []
  for (let opened = 0; opened < 7; opened++) streams.push(await openStream(app, crowd))
  for (const old of streams.slice(0, 2)) {
    await old.ended
    expect(old.heard.at(-1)).toMatchObject({ name: 'reconnect', body: { wait: 300 } })
  }
  app.live.publish(app.db, { schoolId: school.id, people: [crowd.id] }, 'post.liked', liked(1))
  for (const young of streams.slice(2)) await young.next('post.liked')
  for (const stream of streams) stream.close()
})

test('disconnects a slow consumer without delaying other streams', async () => {
  const [sleeper, reader] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const stream = await openStream(app, reader)
  const { port } = app.http.server.address() as AddressInfo
  const line = connect(port, '127.0.0.1')
  line.write(`GET /api/live HTTP/1.1\r\nhost: localhost\r\ncookie: ${sleeper.cookie}\r\n\r\n`)
  await once(line, 'readable') // opened; from here on nothing is read
  const open = app.live.count()
  const body = { ...liked(1), post_id: 'x'.repeat(60_000) }
  const tell = () =>
    app.live.publish(app.db, { schoolId: school.id, people: [sleeper.id, reader.id] }, 'post.liked', body)
  let told = 0
  // The kernel buffers a few megabytes before the server's own buffer begins to fill.
  for (; told < 1000 && app.live.count() === open; told++) {
    tell()
    await stream.next('post.liked')
  }
  expect(app.live.count()).toBe(open - 1)
  expect(told * 60_000, 'the buffer of a stream is bounded').toBeLessThan(20 * 1024 * 1024)
  tell()
  expect((await stream.next('post.liked')).body).toEqual(body)
  line.destroy()
  stream.close()
})

test('ends all streams when the server closes, and makes clients reconnect immediately', async () => {
  const leaving = await openTestApp()
  const person = await makeUser(leaving, { school: await makeSchool(leaving) })
  const stream = await openStream(leaving, person)
  await leaving.http.close()
  await stream.ended
  expect(stream.heard.at(-1)).toMatchObject({ name: 'reconnect', body: { wait: 0 } })
})

testWith('redis-server', 'redis-cli')('two servers share events through one Redis', { timeout: 60_000 }, async () => {
  const port = redisPort()
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const start = () => spawn('redis-server', options, { stdio: 'ignore' })
  let redis = start()
  onTestFinished(() => void redis.kill('SIGKILL')) // also when the test times out
  await reachable(port)
  const config = { ...testConfig, dataDir: app.config.dataDir, redisUrl: `redis://127.0.0.1:${port}` }
  const [north, south] = [
    await buildServer(config, app.db, await openTestKeys()),
    await buildServer(config, app.db, await openTestKeys()),
  ]
  try {
    const [onNorth, onSouth] = [await openStream(north, ada), await openStream(south, ada)]
    for (let count = 0; count < 200; count++) publishToAda(count, count % 2 ? north : south)
    for (const stream of [onNorth, onSouth]) for (let count = 0; count < 200; count++) await stream.next('post.liked')
    const heard = (stream: typeof onNorth) => stream.heard.filter(({ name }) => name === 'post.liked')
    expect(heard(onNorth)).toEqual(heard(onSouth))
    expect(new Set(heard(onNorth).map(({ id }) => id)).size).toBe(200)

    // Events missed on one server are replayed by the other.
    const known = heard(onNorth).at(-1)?.id ?? ''
    onNorth.close()
    publishToAda(1000, north)
    const moved = await openStream(south, ada, { after: known })
    expect((await moved.next('post.liked')).body).toEqual(liked(1000))
    expect(moved.heard[0]?.body).toEqual({ resumed: true })

    // A ban written by another server.
    const mallory = await makeUser(app, { school })
    const [one, other] = [await openStream(north, mallory), await openStream(south, mallory)]
    await withTransaction(app.db, (trx) => moderate(trx, dean, mallory, { type: 'ban', reason: 'Spam' }))
    for (const stream of [one, other]) await stream.ended

    // Without Redis each server still reaches its own streams; afterwards all servers do again.
    const whole = await readMetrics(north)
    expect(whole('quad_redis_up{part="live"}')).toBe(1)
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    await onSouth.next('post.liked')
    publishToAda(2000, south)
    expect((await onSouth.next('post.liked')).body).toEqual(liked(2000))
    expect((await readMetrics(north))('quad_redis_up{part="live"}')).toBe(0)
    redis = start()
    await reachable(port)
    const back = await openStream(north, ada)
    // The events that north missed are lost for its streams, and all streams are notified of the gap.
    const hasGap = ({ heard }: typeof back) =>
      heard.slice(1).some(({ name, body }) => name === 'reconnect' && (body as { resumed: boolean }).resumed === false)
    for (const stream of [back, onSouth]) await expect.poll(() => hasGap(stream), { timeout: 20_000 }).toBe(true)
    const healed = await readMetrics(north)
    for (const part of ['live', 'limits', 'tabs']) {
      expect(healed(`quad_redis_up{part="${part}"}`), part).toBe(1)
      expect(healed(`quad_redis_reconnects_total{part="${part}"}`), part).toBeGreaterThan(
        whole(`quad_redis_reconnects_total{part="${part}"}`),
      )
    }
    expect(healed('quad_live_gaps_total')).toBeGreaterThan(whole('quad_live_gaps_total'))
    const late = await openStream(north, ada, { after: heard(onSouth).at(-1)?.id ?? '' })
    expect(late.heard[0]?.body).toEqual({ resumed: false })
    await expect
      .poll(
        () => {
          publishToAda(3000, south)
          return back.heard.some(({ name }) => name === 'post.liked')
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBe(true)
  } finally {
    await Promise.all([north.http.close(), south.http.close()])
  }
})

testWith('redis-server', 'redis-cli')(
  'lets streams in while Redis is away, reports a gap to them later, and forgets clients that left while waiting',
  { timeout: 60_000 },
  async () => {
    const port = redisPort()
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const start = () => spawn('redis-server', options, { stdio: 'ignore' })
    let redis = start()
    onTestFinished(() => void redis.kill('SIGKILL'))
    await reachable(port)
    const config = { ...testConfig, dataDir: app.config.dataDir, redisUrl: `redis://127.0.0.1:${port}` }
    const server = await buildServer(config, app.db, await openTestKeys())
    try {
      await server.http.listen({ port: 0, host: '127.0.0.1' })
      redis.kill('SIGKILL')
      await once(redis, 'exit')
      const { port: ownPort } = server.http.server.address() as AddressInfo
      const impatient = connect(ownPort, '127.0.0.1')
      impatient.write(`GET /api/live HTTP/1.1\r\nhost: localhost\r\ncookie: ${grace.cookie}\r\n\r\n`)
      await sleep(200) // its request has begun to wait
      impatient.destroy()
      const stream = await openStream(server, ada, { after: 'unknown' })
      expect(stream.heard[0]?.body).toEqual({ resumed: false })
      expect(server.live.count(), 'the client that left while it waited is not among them').toBe(1)
      publishToAda(1, server)
      expect((await stream.next('post.liked')).body).toEqual(liked(1))
      redis = start()
      await reachable(port)
      const gaps = () => stream.heard.slice(1).filter(({ name }) => name === 'reconnect')
      await expect.poll(() => gaps().at(0)?.body, { timeout: 40_000 }).toEqual({ resumed: false })
      publishToAda(2, server)
      expect((await stream.next('post.liked')).body).toEqual(liked(2))
      expect(stream.heard.filter(({ name }) => name === 'post.liked')).toHaveLength(2)
      stream.close()
    } finally {
      await server.http.close()
    }
  },
)

test('refuses to start with a clear error when Redis is unreachable', async () => {
  const redisUrl = `redis://127.0.0.1:${redisPort()}`
  await expect(buildServer({ ...testConfig, redisUrl }, app.db, await openTestKeys())).rejects.toThrow(
    /^The Redis at .* can't be reached/,
  )
})

/** Below the ephemeral ports: a client that reconnects to a stopped Redis could otherwise connect to itself. */
const redisPort = () => 17_000 + Math.floor(Math.random() * 10_000)

async function reachable(port: number) {
  for (let tries = 0; spawnSync('redis-cli', ['-p', String(port), 'ping']).status !== 0; tries++) {
    if (tries > 100) throw new Error('The Redis of the test did not start.')
    await sleep(50)
  }
}
