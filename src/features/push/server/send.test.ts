import { sql } from 'kysely'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { pushContents } from '../../../app/registries.ts'
import type { LockScreenDetail, PushKind } from '../../../shared/notification-kinds.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { startJobs } from '../../../shared/server/jobs/jobs.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeEvent } from '../../../testing/factories/events.ts'
import { makeConversation, makeMessage } from '../../../testing/factories/messages.ts'
import { makePost } from '../../../testing/factories/posts.ts'
import { subscribe } from '../../../testing/factories/push.ts'
import { makeBlock, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { setLocalHour } from '../../../testing/local-hour.ts'
import { readMetrics } from '../../../testing/metrics.ts'
import { openTestPushService } from '../../../testing/push-service.ts'
import { events } from '../../events/contract.ts'
import { sendReminders } from '../../events/server/reminders.ts'
import { messages } from '../../messages/contract.ts'
import { conversations } from '../../messages/conversation-contract.ts'
import { duty } from '../../moderation/duty-contract.ts'
import { notifications } from '../../notifications/contract.ts'
import { friends } from '../../people/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { schools } from '../../schools/contract.ts'
import { push } from '../contract.ts'
import { maxPayloadBytes } from './payload.ts'
import { pushJobs, sendDuePushes } from './send-actions.ts'

const service = await openTestPushService()
afterAll(() => service.close())
const { app, school, ada, grace, alan } = await campus({
  people: { ada: { name: 'Ada Byron' }, grace: { name: 'Grace' }, alan: { name: 'Alan' } },
  perTest: true,
  alone: true,
})

beforeEach(async () => {
  await sql`truncate push_subscriptions, push_due`.execute(app.db)
  service.received.length = 0
  service.answer(201)
  await receivePushes(grace)
})

const receivePushes = (user: TestUser) => subscribe(app, user, service.openBrowser().subscription)

const send = () => sendDuePushes(app, service.client, pushContents)
/** Sends without waiting until it is due. */
async function sendNow() {
  await sql`update push_due set due_at = now() where not is_held`.execute(app.db)
  await send()
}
/** The same at the end of quiet hours and limits. */
async function sendHeld() {
  await sql`update push_due set due_at = now() where is_held`.execute(app.db)
  await send()
}
const received = () => service.received.map(({ payload }) => payload.notification.title)
const listDue = async () =>
  (
    await sql<{ topic: string; count: number; is_held: boolean }>`select topic, count, is_held from push_due`.execute(
      app.db,
    )
  ).rows

const choose = (user: TestUser, body: object) => as(app, user)(notifications.choose, { body })
const showOn = (user: TestUser, lock_screen: LockScreenDetail) => choose(user, { lock_screen })
const pushes = (kind: PushKind, wanted: boolean) => ({ push: { [kind]: wanted } })

async function write(content = 'The lake is warm', from = ada, to = grace) {
  const conversation = await makeConversation(app, from, [to])
  await makeMessage(app, from, conversation, { content })
  return conversation
}

test('one message is one push within twelve seconds, to each device of its reader and to no other user', {
  timeout: 30_000,
}, async () => {
  await receivePushes(grace)
  await receivePushes(ada)
  await receivePushes(alan)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  const connection = { ...inject('cluster'), database: rows[0]?.name ?? '' }
  const jobs = await startJobs(connection, pushJobs(app, service.client, pushContents))
  try {
    const startedAt = performance.now()
    const { id } = await write()
    await expect.poll(() => service.received.length, { interval: 100 }).toBe(2)
    expect(performance.now() - startedAt, 'not before its reader had time to read').toBeGreaterThan(7000)
    const [first, second] = service.received
    expect(first?.payload).toEqual({
      web_push: 8030,
      notification: {
        title: 'Ada Byron wrote to you',
        navigate: `${app.config.publicUrl}/messages/${id}`,
        lang: 'en',
        dir: 'ltr',
        tag: `/messages/${id}`,
      },
      app_badge: 1,
    })
    expect(first?.headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(Number(first?.headers.ttl)).toBeGreaterThan(23 * 3600)
    expect(first?.headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(second?.headers.topic).toBe(first?.headers.topic)
    expect(second?.device).not.toBe(first?.device)
  } finally {
    await jobs.stop()
  }
  expect(await listDue()).toEqual([])
})

test('a rollback sends nothing', async () => {
  const link = '/friends'
  const event = { schoolId: grace.schoolId, kind: 'friend_request', link, params: {}, actorId: ada.id } as const
  const failing = withTransaction(app.db, async (trx) => {
    await app.notifications.notify(trx, event, [grace.id])
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await listDue()).toEqual([])
})

test('a user without a device, and one who turned the kind off, leave nothing to send', async () => {
  await write('Hello', grace, ada)
  await choose(grace, pushes('message', false))
  await write()
  expect(await listDue()).toEqual([])
  await choose(grace, pushes('message', true))
  await write()
  expect((await listDue()).length).toBe(1)
})

test('twenty messages of one conversation replace one notification', async () => {
  const conversation = await makeConversation(app, ada, [grace])
  for (let index = 0; index < 20; index++) {
    await makeMessage(app, ada, conversation)
    if (index === 9) await sendNow()
  }
  await sendNow()
  expect(received()).toEqual(['Ada Byron: 10 new messages', 'Ada Byron: 20 new messages'])
  expect(new Set(service.received.map(({ payload }) => payload.notification.tag)).size).toBe(1)
  expect(new Set(service.received.map(({ headers }) => headers.topic)).size).toBe(1)
})

test('topics of two conversations, and of two readers of one, differ', async () => {
  await write()
  await write('Hello', alan)
  await receivePushes(alan)
  const several = await makeConversation(app, ada, [grace, alan])
  await makeMessage(app, ada, several, { content: '@Grace and @Alan, look' })
  await sendNow()
  expect(service.received.length).toBe(4)
  expect(new Set(service.received.map(({ headers }) => headers.topic)).size).toBe(4)
})

test('what was read meanwhile is not pushed', async () => {
  const { id } = await write()
  await as(app, grace)(conversations.read, { params: { id } })
  await sendNow()
  expect([received(), await listDue()]).toEqual([[], []])
})

test('a user with a visible tab gets no push, until the tab is hidden', async () => {
  const report = (visible: boolean) => as(app, grace)(push.visible, { body: { visible } })
  await report(true)
  await write()
  await sendNow()
  expect([received(), await listDue()]).toEqual([[], []])
  await report(false)
  await write()
  await sendNow()
  expect(received()).toEqual(['Ada Byron: 2 new messages'])
})

test('a muted conversation is not pushed', async () => {
  const { id } = await write()
  await as(app, grace)(conversations.mute, { params: { id }, body: { muted: true } })
  await sendNow()
  expect([received(), await listDue()]).toEqual([[], []])
})

test('a message to several users is pushed only to those that it names', async () => {
  await receivePushes(alan)
  const several = await makeConversation(app, ada, [grace, alan])
  await makeMessage(app, ada, several, { content: 'Good morning all' })
  expect(await listDue()).toEqual([])
  await makeMessage(app, ada, several, { content: 'Is @Grace awake?' })
  await makeMessage(app, ada, several, { content: 'Or not' })
  await sendNow()
  expect(received()).toEqual(['Ada Byron wrote to you'])
})

test('a deleted or blocked sender’s messages are not pushed', async () => {
  const several = await makeConversation(app, ada, [grace, alan])
  await makeMessage(app, ada, several, { content: '@Grace, hello' })
  await makeBlock(app, grace, ada)
  await write('Hello', alan)
  await sql`delete from messages where sender_id = ${alan.id}`.execute(app.db)
  await sendNow()
  expect(received()).toEqual([])
})

async function startQuietHours(user: TestUser) {
  const { rows } = await sql<{ hour: number }>`select extract(hour from now() at time zone timezone)::int as hour
    from schools where id = ${user.schoolId}`.execute(app.db)
  const hour = rows[0]?.hour ?? 0
  await choose(user, { quiet: { from: hour, to: (hour + 2) % 24 } })
}

test('quiet hours hold pushes back, and end with one summary of what is still unread', async () => {
  await startQuietHours(grace)
  const { id } = await write()
  await write('Are you there?')
  await write('Hello', alan)
  await as(app, ada)(friends.request, { params: { id: grace.id } })
  await sendNow()
  const held = await sql<{
    due: number
  }>`select extract(epoch from due_at - now())::float8 as due from push_due`.execute(app.db)
  expect(held.rows.length).toBe(3)
  for (const { due } of held.rows) expect(due).toBeGreaterThan(0)
  await sendHeld()
  expect(received(), 'still quiet').toEqual([])
  await choose(grace, { quiet: null })
  await as(app, grace)(conversations.read, { params: { id } })
  await sendHeld()
  expect(received()).toEqual(['2 things while you were away'])
  expect(service.received[0]?.payload.notification.navigate).toBe(`${app.config.publicUrl}/notifications`)
  expect(await listDue()).toEqual([])
})

test('a danger is pushed to the moderators on duty in their quiet hours', async () => {
  const dean = await makeUser(app, { school, role: 'admin' })
  await receivePushes(dean)
  await startQuietHours(dean)
  await as(app, dean)(duty.set, { body: { until: Math.floor(Date.now() / 1000) + 8 * 3600 } })
  const { id } = await makePost(app, ada)
  const report = (body: object) =>
    as(app, grace)(posts.report, { params: { id }, body: { reason: 'violence', ...body } })
  expect((await report({ urgent: 'danger' })).status).toBe(201)
  await write('Are you there?', ada, dean)
  await sendNow()
  expect(received(), 'the message is held back').toEqual(['Something new on Quad'])
  expect(await listDue()).toMatchObject([{ is_held: true }])
})

test('minors get no push between 22 and 6 in the time zone of their school, whatever they choose', async () => {
  await write('Before')
  const site = await makeUser(app, { school, role: 'site_admin' })
  const ask = { params: { id: grace.schoolId }, body: { minors: true, confessions: 'read_first' as const } }
  expect((await as(app, site)(schools.update, ask)).status).toBe(200)
  await sql`truncate push_due`.execute(app.db)
  await choose(grace, { quiet: { from: 12, to: 13 } })
  for (const hour of [22, 3, 5]) {
    await setLocalHour(app.db, grace.schoolId, hour)
    await write('Are you awake?')
    await sendNow()
    await sendHeld()
    expect(received(), `at ${hour}`).toEqual([])
  }
  await setLocalHour(app.db, grace.schoolId, 6)
  await sendHeld()
  expect(received()).toHaveLength(1)
})

test('quiet hours end without a summary when everything was read', async () => {
  await startQuietHours(grace)
  const { id } = await write()
  await sendNow()
  await choose(grace, { quiet: null })
  await as(app, grace)(conversations.read, { params: { id } })
  await sendHeld()
  expect([received(), await listDue()]).toEqual([[], []])
})

test('two jobs that run concurrently send each push and each summary once', async () => {
  await startQuietHours(grace)
  await write()
  await write('Hello', alan)
  await sendNow()
  await choose(grace, { quiet: null })
  await receivePushes(ada)
  await write('Hello', alan, ada)
  await sql`update push_due set due_at = now()`.execute(app.db)
  await Promise.all(Array.from({ length: 6 }, () => send()))
  expect(received().sort()).toEqual(['2 things while you were away', 'Alan wrote to you'])
})

test('more than 60 pushes an hour become a summary', async () => {
  for (let index = 0; index < 60; index++) await app.limits.takeHourly('push', grace.id)
  await write()
  await write('Hello', alan)
  await sendNow()
  expect([received(), (await listDue()).every(({ is_held }) => is_held)]).toEqual([[], true])
  await sendHeld()
  expect(received()).toEqual(['2 things while you were away'])
})

test('with a backlog only urgent pushes are sent, and the others become summaries', async () => {
  const place = { schoolId: grace.schoolId, kind: 'friend_request', params: {}, actorId: ada.id } as const
  await withTransaction(app.db, async (trx) => {
    for (let index = 0; index < 30; index++)
      await app.notifications.notify(trx, { ...place, link: `/friends#${index}` }, [grace.id])
  })
  await write()
  await sql`update push_due set due_at = now() - case when kind = 'message' then interval '1 hour' else '0' end`.execute(
    app.db,
  )
  await sendDuePushes(app, service.client, pushContents, { backlog: 5 })
  const titles = received()
  expect(titles.filter((title) => title === 'Ada Byron wrote to you').length).toBe(1)
  expect((await listDue()).filter(({ is_held }) => is_held).length).toBe(24)
  await sendHeld()
  expect(received().at(-1)).toBe('24 things while you were away')
})

test.each([
  ['everything', 'Ada Byron', 'The lake is warm'],
  ['sender', 'Ada Byron wrote to you', undefined],
  ['nothing', 'Something new on Quad', undefined],
] as const)('the lock screen shows %s', async (detail, title, body) => {
  await showOn(grace, detail)
  await write()
  await sendNow()
  expect(service.received[0]?.payload.notification).toMatchObject({ title, ...(body && { body }) })
  const json = service.received[0]?.json ?? ''
  for (const word of ['lake', 'warm']) expect(json.includes(word)).toBe(body !== undefined)
  expect(json.includes('Ada')).toBe(detail !== 'nothing')
})

test('a push has at most 3 KB, and 100 characters of a message', async () => {
  await showOn(grace, 'everything')
  await sql`update users set name = ${'👩🏽‍🚀'.repeat(14)} where id = ${ada.id}`.execute(app.db)
  await write('🏳️‍🌈'.repeat(500))
  await sendNow()
  const { json = '', payload } = service.received[0] ?? {}
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxPayloadBytes)
  expect([...(payload?.notification.body ?? '')].length).toBe(100)
})

/** An event that Grace attends and that starts in two hours. */
async function attend() {
  const { id } = await makeEvent(app, ada)
  await as(app, grace)(events.rsvp, { params: { id }, body: { status: 'attending' } })
  const start = Math.floor(Date.now() / 1000) + 2 * 3600
  const body = { start_date: start, end_date: start + 3600 }
  expect((await as(app, ada)(events.update, { params: { id }, body })).status).toBe(200)
  return id
}

test('a change of an event within three hours is urgent until the event starts', async () => {
  const id = await attend()
  await sendNow()
  const [changed] = service.received
  expect(received()).toEqual(['Ada Byron updated “Open day”'])
  expect(changed?.headers.urgency).toBe('high')
  expect(Number(changed?.headers.ttl)).toBeLessThanOrEqual(2 * 3600)
  await as(app, grace)(notifications.readAll)
  await sql`update events set start_date = now() - interval '1 minute' where id = ${id}`.execute(app.db)
  await as(app, ada)(events.update, { params: { id }, body: { location: 'Elsewhere' } })
  await sendNow()
  expect(received().length, 'a change of a running event still arrives').toBe(2)
  expect(service.received[1]?.headers.urgency).toBe('normal')
})

test('a reminder arrives before its event starts, and not afterwards', async () => {
  const id = await attend()
  await as(app, grace)(notifications.readAll)
  const remind = async () => {
    await sql`update events set start_date = now() + interval '30 minutes', reminded_at = null where id = ${id}`.execute(
      app.db,
    )
    await sql`truncate push_due`.execute(app.db)
    await sendReminders(app)
  }
  await remind()
  await sql`update notifications set params = jsonb_set(params, '{starts_at}', '1') where kind = 'event_reminder'`.execute(
    app.db,
  )
  await sendNow()
  expect([received(), await listDue()]).toEqual([[], []])
  await remind()
  await sendNow()
  expect(received()).toEqual(['“Open day” starts soon'])
  expect(Number(service.received[0]?.headers.ttl)).toBeLessThanOrEqual(1800)
})

test('a mention is pushed, and what it says is shown only with everything', async () => {
  const post = await makePost(app, alan)
  const content = 'Only @Grace knows the shortcut'
  const comment = { content, post_id: post.id, mentions: [grace.id] }
  await as(app, ada)(comments.create, { body: comment })
  await sendNow()
  expect(received()).toEqual(['Ada Byron mentioned you in a comment'])
  expect(service.received[0]?.json).not.toContain('shortcut')
  await as(app, grace)(notifications.readAll)
  await showOn(grace, 'everything')
  await as(app, ada)(comments.create, { body: { ...comment, content: `${content} too` } })
  await sendNow()
  expect(service.received[1]?.payload.notification.body).toBe(`${content} too`)
})

test('anonymous and moderated events are pushed without any content', async () => {
  await choose(grace, { push: { comment: true, moderation: true, report: true, appeal: true, like: true } })
  await showOn(grace, 'everything')
  const place = { schoolId: grace.schoolId, actorId: ada.id }
  const anonymous = { ...place, kind: 'comment', link: '/dashboard?post=a', params: {}, anonymous: true } as const
  const warned = { ...place, kind: 'moderation', link: '/decisions/1', params: { sanction: 'warn' } } as const
  const liked = { ...place, kind: 'like', link: '/confessions#1', params: { item: 'post' } } as const
  await withTransaction(app.db, async (trx) => {
    for (const event of [anonymous, warned, liked]) await app.notifications.notify(trx, event, [grace.id])
  })
  const { rows } = await sql<{ exact: boolean }>`select bool_or(first_at <> date_trunc('minute', first_at)) as exact
    from push_due where kind = 'comment'`.execute(app.db)
  expect(rows[0]?.exact, 'the row of an anonymous event holds no exact time').toBe(false)
  await sendNow()
  expect(received()).toEqual(Array(3).fill('Something new on Quad'))
  for (const { payload } of service.received) expect(payload.notification.body).toBeUndefined()
})

test('a like is pushed to an author who wants that, and counted once', async () => {
  await choose(grace, { push: { like: true } })
  const { id } = await makePost(app, grace)
  const { body } = await as(app, ada)(posts.like, { params: { id } })
  expect(body.data).toEqual({ likes_count: 1, is_liked: true })
  await sendNow()
  expect(received()).toEqual(['Ada Byron liked your post'])
})

test('the author of an anonymous item is not pushed to', async () => {
  await choose(grace, { push: { comment: true, like: true, reply: true } })
  const post = await makePost(app, grace, { anonymous: true })
  await as(app, ada)(comments.create, { body: { content: 'Who wrote this?', post_id: post.id } })
  expect(await listDue()).toEqual([])
})

test('no push follows a ban, also one that was due before it', async () => {
  await write()
  await receivePushes(alan)
  await write('Hello', ada, alan)
  await sql`update users set blocked_as = 'banned' where id = ${grace.id}`.execute(app.db)
  await sql`update users set blocked_as = 'suspended', blocked_until = now() + interval '1 day' where id = ${alan.id}`.execute(
    app.db,
  )
  const before = service.requests()
  await sendNow()
  expect([service.requests() - before, await listDue()]).toEqual([0, []])
})

test('no push follows the end of the session', async () => {
  await write()
  await sql`update sessions set expires_at = now() where user_id = ${grace.id}`.execute(app.db)
  await sendNow()
  expect([received(), await listDue()]).toEqual([[], []])
})

const countDevices = async () =>
  (await sql<{ failures: number }>`select failures from push_subscriptions`.execute(app.db)).rows.map(
    ({ failures }) => failures,
  )

test.each([404, 410])('a device that the push service does not know any more (%i) is deleted', async (status) => {
  service.answer(status)
  await write()
  await sendNow()
  expect([await countDevices(), await listDue()]).toEqual([[], []])
})

test('a busy push service is tried again later, and its device stays', async () => {
  service.answer(429, { 'retry-after': '600' })
  await write()
  await sendNow()
  const { rows } = await sql<{
    seconds: number
  }>`select extract(epoch from due_at - now())::float8 as seconds from push_due`.execute(app.db)
  expect(rows[0]?.seconds).toBeGreaterThan(590)
  service.answer(503)
  for (let index = 0; index < 6; index++) await sendNow()
  expect([await countDevices(), received()]).toEqual([[0], []])
  service.answer(201)
  await sendNow()
  expect([received(), await listDue()]).toEqual([['Ada Byron wrote to you'], []])
})

test('counts pushes by outcome, and reports those that are due', async () => {
  const before = await readMetrics(app)
  for (const status of [201, 503, 400, 410]) {
    service.answer(status)
    await write()
    await sendNow()
    await sql`delete from push_due`.execute(app.db)
  }
  await receivePushes(grace)
  await write()
  await sql`update push_due set due_at = now()`.execute(app.db)
  const after = await readMetrics(app)
  for (const outcome of ['sent', 'later', 'refused', 'gone']) {
    const sample = `quad_pushes_total{outcome="${outcome}"}`
    expect(after(sample) - before(sample), outcome).toBe(1)
  }
  expect(after('quad_pushes_waiting')).toBe(1)
})

test('a push that could not be sent within a day is given up', async () => {
  service.answer(503)
  await write()
  await sendNow()
  await sql`update push_due set first_at = now() - interval '24 hours'`.execute(app.db)
  const before = service.requests()
  await sendNow()
  expect([service.requests() - before, await listDue()]).toEqual([0, []])
})

test('five refusals in a row delete a device, and a success in between resets the count', async () => {
  const { id } = await write()
  const again = async (status: number) => {
    service.answer(status)
    await makeMessage(app, ada, { id })
    await sendNow()
  }
  for (const status of [403, 403, 403, 403]) await again(status)
  expect(await countDevices()).toEqual([4])
  await again(201)
  expect(await countDevices()).toEqual([0])
  const { rows } = await sql<{ minute: boolean }>`select last_ok_at = date_trunc('minute', last_ok_at) as minute
    from push_subscriptions`.execute(app.db)
  expect(rows).toEqual([{ minute: true }])
  for (const status of [403, 400, 401, 413, 403]) await again(status)
  expect(await countDevices()).toEqual([])
})

test('a message that arrives while a push is being sent is pushed too', async () => {
  const conversation = await write()
  const { client } = service
  let written = false
  const slow = {
    ...client,
    async send(request: Parameters<typeof client.send>[0]) {
      if (!written) await makeMessage(app, ada, conversation)
      written = true
      return client.send(request)
    },
  }
  await sql`update push_due set due_at = now()`.execute(app.db)
  await sendDuePushes(app, slow, pushContents)
  expect((await listDue()).map(({ count }) => count)).toEqual([2])
  await sendNow()
  expect(received()).toEqual(['Ada Byron wrote to you', 'Ada Byron: 2 new messages'])
})

test('a push that was taken by a server that crashed is sent again', async () => {
  await write()
  await sql`update push_due set due_at = now()`.execute(app.db)
  const crashing = { ...service.client, send: () => Promise.reject(new Error('crashed')) }
  await expect(sendDuePushes(app, crashing, pushContents)).rejects.toThrow('crashed')
  await send()
  expect(received(), 'another server leaves it alone').toEqual([])
  await sendNow() // after the lease
  expect(received()).toEqual(['Ada Byron wrote to you'])
})

test('a test goes to the own devices, also with a visible tab and in quiet hours', async () => {
  await receivePushes(ada)
  await startQuietHours(grace)
  await as(app, grace)(push.visible, { body: { visible: true } })
  expect((await as(app, grace)(push.test)).status).toBe(200)
  await send()
  expect(received()).toEqual(['Notifications from Quad work on this device'])
})

test('the badge counts unread messages and notifications', async () => {
  await write()
  await write()
  await as(app, ada)(friends.request, { params: { id: grace.id } })
  await write('Hello', alan)
  const { id } = await write('Muted', alan)
  await sendNow()
  expect(new Set(service.received.map(({ payload }) => payload.app_badge))).toEqual(new Set([5]))
  await as(app, grace)(conversations.mute, { params: { id }, body: { muted: true } })
  service.received.length = 0
  await write()
  await sendNow()
  expect(service.received[0]?.payload.app_badge).toBe(4)
})

test('a withheld message is not pushed', async () => {
  const { id } = await write()
  const { body } = await as(app, grace)(messages.list, { params: { id } })
  await sql`update messages set withheld_at = now() where id = ${body.data[0]?.id}`.execute(app.db)
  await sendNow()
  expect(received()).toEqual([])
})
