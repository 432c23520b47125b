import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import {
  listedKinds as kinds,
  type NotificationChannel,
  type NotificationContent,
  type NotificationKind,
  notificationChannels,
  renderNotification,
} from '../../../shared/notification-kinds.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { deleteExpiredRows } from '../../../shared/server/jobs/retention.ts'
import { as, signedOut } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeComment, makePost, makeReport } from '../../../testing/factories/posts.ts'
import { makeBlock, makeSchool, makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { setLocalHour } from '../../../testing/local-hour.ts'
import { findSample, notificationSamples } from '../../../testing/samples/notifications.ts'
import { openStream } from '../../../testing/streams.ts'
import { reports } from '../../moderation/report-contract.ts'
import { friends } from '../../people/contract.ts'
import { comments, posts } from '../../posts/contract.ts'
import { notifications } from '../contract.ts'
import { notificationRetention } from './actions.ts'
import { mailDigests, mailImmediately } from './mail-actions.ts'
import { convertSentences, isConvertible } from './params-conversion.ts'
import { notificationPersonalData } from './personal-data.ts'

const { app, school, ada, grace, alan } = await campus({
  perTest: true,
  people: { ada: { name: 'Ada' }, grace: { name: 'Grace' }, alan: { name: 'Alan' } },
})

const loadList = async (person: TestUser) => (await as(app, person)(notifications.list)).body
const loadSentences = async (person: TestUser) => (await loadList(person)).data.map(renderNotification)
const countUnread = async (person: TestUser) => (await as(app, person)(notifications.count)).body.data.unread
const choose = (person: TestUser, ways: Partial<Record<NotificationKind, NotificationChannel>>) =>
  as(app, person)(notifications.choose, { body: { ways } })
const like = (person: TestUser, id: string) => as(app, person)(posts.like, { params: { id } })
/** All emails queued for a user. */
const mailsTo = async (person: TestUser) => {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string; unsubscribe: string } }>`
    select payload from graphile_worker._private_jobs where payload ->> 'to' = ${person.email} order by id`.execute(
    app.db,
  )
  return rows.map(({ payload }) => payload)
}

test('merges repeated events into one unread notification, with the latest actors first', async () => {
  const post = await makePost(app, ada)
  for (const person of [grace, alan, grace]) await like(person, post.id)
  expect(await loadSentences(ada)).toEqual(['Alan and Grace liked your post'])
  for (let n = 0; n < 4; n++) await like(await makeUser(app, { school, name: `Fan ${n}` }), post.id)
  expect(await loadSentences(ada)).toEqual(['Fan 3 and 5 others liked your post'])
  expect(await countUnread(ada)).toBe(1)
  const [row] = (await loadList(ada)).data
  expect(row).toMatchObject({ link: `/dashboard?post=${post.id}`, is_read: false, kind: 'like' })

  await as(app, ada)(notifications.read, { params: { id: row?.id ?? '' } })
  expect(await countUnread(ada)).toBe(0)
  await like(await makeUser(app, { school, name: 'Late' }), post.id)
  expect(await loadSentences(ada)).toEqual(['Late liked your post', 'Fan 3 and 5 others liked your post'])
  await as(app, ada)(notifications.readAll)
  expect(await countUnread(ada)).toBe(0)
})

test('notifies no user of their own actions, and retracts the notification of a withdrawn like', async () => {
  const post = await makePost(app, ada)
  await like(ada, post.id)
  await makeComment(app, ada, post)
  expect(await loadSentences(ada)).toEqual([])
  await like(grace, post.id)
  await like(alan, post.id)
  await as(app, alan)(posts.unlike, { params: { id: post.id } })
  expect(await loadSentences(ada)).toEqual(['Grace liked your post'])
  await as(app, grace)(posts.unlike, { params: { id: post.id } })
  expect(await loadSentences(ada)).toEqual([])
})

test('notifies the author of a post of comments and the author of a comment of replies, once per user', async () => {
  const post = await makePost(app, ada)
  const first = await makeComment(app, grace, post)
  await makeComment(app, alan, post, { parent: first })
  expect(await loadSentences(ada)).toEqual(['Alan and Grace commented on your post'])
  expect(await loadSentences(grace)).toEqual(['Alan replied to your comment'])
  const own = await makeComment(app, ada, post)
  await as(app, ada)(notifications.readAll)
  await makeComment(app, alan, post, { parent: own })
  expect((await loadSentences(ada)).filter((sentence) => sentence.includes('replied'))).toEqual([
    'Alan replied to your comment',
  ])
  expect(await countUnread(ada)).toBe(1)
})

test('notifies and links mentioned users that the author can see and the text names', async () => {
  const blocked = await makeUser(app, { school, name: 'Mallory' })
  await makeBlock(app, blocked, ada)
  const foreigner = await makeUser(app, { school: await makeSchool(app), name: 'Linus' })
  const mentions = [grace, alan, blocked, foreigner, ada].map(({ id }) => id)
  const content = 'Ask @Grace, not @Mallory or @Linus, says @Ada'
  const { body } = await as(app, ada)(posts.create, { body: { content, mentions } })
  expect(body.data.mentions).toEqual(expect.arrayContaining([{ id: grace.id, name: 'Grace' }]))
  expect(body.data.mentions.map(({ name }) => name).sort()).toEqual(['Ada', 'Grace'])
  expect(await loadSentences(grace)).toEqual(['Ada mentioned you in a post'])
  for (const person of [ada, alan, blocked, foreigner]) expect(await loadSentences(person)).toEqual([])

  const post_id = body.data.id
  await as(app, grace)(comments.create, { body: { post_id, content: '@Alan knows', mentions: [alan.id] } })
  expect(await loadSentences(alan)).toEqual(['Grace mentioned you in a comment'])
  const secret = { content: 'Who is @Alan?', is_anonymous: true, mentions: [alan.id] }
  const { body: sealed } = await as(app, ada)(posts.create, { body: secret })
  expect(sealed.data).toMatchObject({ content: 'Who is @Alan?', mentions: [] }) // listing the ones that were not notified would reveal a block
  expect(await loadSentences(alan)).toEqual(['Grace mentioned you in a comment'])
  const many = Array.from({ length: 11 }, () => grace.id)
  expect((await as(app, ada)(posts.create, { body: { content: 'x', mentions: many } })).status).toBe(400)
})

test('notifies friends of requests and answers, and retracts a cancelled request', async () => {
  await as(app, ada)(friends.request, { params: { id: grace.id } })
  expect(await loadSentences(grace)).toEqual(['Ada sent you a friend request'])
  await as(app, ada)(friends.cancel, { params: { id: grace.id } })
  expect(await loadSentences(grace)).toEqual([])
  await as(app, ada)(friends.request, { params: { id: grace.id } })
  await as(app, grace)(friends.accept, { params: { id: ada.id } })
  expect(await loadSentences(ada)).toEqual(['Grace accepted your friend request'])
})

test('hides blocked users from each other’s notifications, past and future', async () => {
  const post = await makePost(app, ada)
  for (const person of [grace, alan]) await like(person, post.id)
  await as(app, ada)(friends.block, { params: { id: alan.id } })
  expect(await loadSentences(ada)).toEqual(['Grace liked your post'])
  await as(app, grace)(friends.block, { params: { id: ada.id } })
  expect(await loadSentences(ada)).toEqual([])

  const [one, other] = [await makeUser(app, { school }), await makeUser(app, { school })]
  const notificationEvent = {
    schoolId: school.id,
    kind: 'like',
    link: '/x',
    params: { item: 'post' },
    actorId: one.id,
  } as const
  await makeBlock(app, other, one)
  await withTransaction(app.db, (trx) => app.notifications.notify(trx, notificationEvent, [other.id]))
  expect(await countUnread(other)).toBe(0)
})

test('a further actor moves a notification to the top at most once a minute', async () => {
  const [owner, ...fans] = await Promise.all(Array.from({ length: 4 }, () => makeUser(app, { school })))
  if (!owner) throw new Error('no owner')
  const post = await makePost(app, owner)
  const times = async () => {
    const rows = app.db.selectFrom('notifications').where('user_id', '=', owner.id).select('created_at')
    return (await rows.execute()).map(({ created_at }) => created_at.getTime())
  }
  const age = (seconds: number) =>
    app.db
      .updateTable('notifications')
      .set({ created_at: sql`created_at - make_interval(secs => ${seconds})` })
      .where('user_id', '=', owner.id)
      .execute()
  const [first, second, third] = fans as [TestUser, TestUser, TestUser]
  await like(first, post.id)
  await age(50)
  const before = await times()
  await like(second, post.id)
  expect(await times()).toEqual(before)
  await age(20)
  await like(third, post.id)
  expect((await times())[0]).toBeGreaterThan((before[0] ?? 0) + 40_000)
  expect((await loadList(owner)).data[0]?.actors).toHaveLength(3)
})

/** The effect of each channel: whether the list shows the notification, and the number of emails and digests. */
const meanings: Record<NotificationChannel, { listed: boolean; mails: number; digests: number }> = {
  off: { listed: false, mails: 0, digests: 0 },
  product: { listed: true, mails: 0, digests: 0 },
  digest: { listed: true, mails: 0, digests: 1 },
  mail: { listed: true, mails: 1, digests: 0 },
}

test.each(kinds.flatMap((kind) => notificationChannels.map((way) => ({ kind, way }))))(
  'delivers $kind by $way to the recipient only',
  async ({ kind, way }) => {
    const foreigner = await makeUser(app, { school: await makeSchool(app) })
    const gone = await makeUser(app, { school })
    const blocked = await makeUser(app, { school })
    await app.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute()
    await makeBlock(app, blocked, grace)
    await choose(ada, { [kind]: way })
    const everybody = [ada, grace, gone, blocked, foreigner].map(({ id }) => id)
    const { text, ...content } = findSample(kind)
    const notificationEvent = { schoolId: school.id, link: '/somewhere', actorId: grace.id, ...content }
    await withTransaction(app.db, (trx) => app.notifications.notify(trx, notificationEvent, everybody))

    const { listed, mails, digests } = meanings[way]
    expect(await loadSentences(ada)).toEqual(listed ? [text.replace('{names}', 'Grace')] : [])
    for (const signedOut of [grace, blocked, foreigner]) expect(await countUnread(signedOut)).toBe(0)
    await mailImmediately(app)
    expect((await mailsTo(ada)).length).toBe(mails)
    await app.db
      .updateTable('notifications')
      .set({ created_at: sql`created_at - interval '2 days'` })
      .where('school_id', '=', school.id)
      .execute()
    await atHour(9)
    await mailDigests(app)
    expect((await mailsTo(ada)).length - mails).toBe(digests)
    await mailDigests(app)
    await mailImmediately(app)
    expect((await mailsTo(ada)).length, 'each email once').toBe(mails + digests)
  },
)

const atHour = (hour: number) => setLocalHour(app.db, school.id, hour)

const happened = (link = '/x') =>
  withTransaction(app.db, (trx) =>
    app.notifications.notify(
      trx,
      { schoolId: school.id, kind: 'like', link, params: { item: 'post' }, actorId: grace.id },
      [ada.id],
    ),
  )

test.each([
  { from: 22, to: 7, hour: 23, waits: true },
  { from: 22, to: 7, hour: 6, waits: true },
  { from: 22, to: 7, hour: 7, waits: false },
  { from: 22, to: 7, hour: 12, waits: false },
  { from: 9, to: 12, hour: 10, waits: true },
  { from: 9, to: 12, hour: 13, waits: false },
])('delays an email at hour $hour with quiet hours from $from to $to: $waits', async ({ from, to, hour, waits }) => {
  await choose(ada, { like: 'mail' })
  await as(app, ada)(notifications.choose, { body: { quiet: { from, to } } })
  expect((await as(app, ada)(notifications.choices)).body.data).toMatchObject({
    quiet: { from, to },
    ways: { like: 'mail' },
  })
  await atHour(hour)
  await happened()
  await mailImmediately(app)
  expect((await mailsTo(ada)).length).toBe(waits ? 0 : 1)
  await as(app, ada)(notifications.choose, { body: { quiet: null } })
  await mailImmediately(app)
  expect((await mailsTo(ada)).length).toBe(1)
})

test('sends a digest in the morning, with every unread notification once', async () => {
  await choose(ada, { like: 'digest' })
  for (const link of ['/1', '/2', '/3']) await happened(link)
  await app.db
    .updateTable('notifications')
    .set({ created_at: sql`now() - interval '26 hours'` })
    .where('school_id', '=', school.id)
    .execute()
  await atHour(7)
  await mailDigests(app)
  expect(await mailsTo(ada)).toEqual([])
  const read = (await loadList(ada)).data.find(({ link }) => link === '/2')
  await as(app, ada)(notifications.read, { params: { id: read?.id ?? '' } })
  await atHour(8)
  await mailDigests(app)
  const [mail] = await mailsTo(ada)
  expect(mail?.subject).toBe('2 new notifications on Quad')
  expect(mail?.text).toContain('Grace liked your post\nhttp')
  expect(mail?.text).not.toContain('/2\n')
})

test('the digest of an administrator has the newest seal of the audit log, that of a student has none', async () => {
  const dean = await makeUser(app, { school, role: 'admin', name: 'Dean' })
  const seal = sql`insert into audit_seals (seq, line, seal)
    select coalesce(max(seq), 0) + 1, coalesce(max(line), 0) + 1, '\\xab12' from audit_seals returning seq`
  const { rows } = await seal.execute(app.db)
  for (const person of [ada, dean]) {
    await choose(person, { like: 'digest' })
    await like(grace, (await makePost(app, person)).id)
  }
  await app.db
    .updateTable('notifications')
    .set({ created_at: sql`now() - interval '26 hours'` })
    .where('school_id', '=', school.id)
    .execute()
  await atHour(9)
  await mailDigests(app)
  const line = `Newest seal of the audit log (keep it): ${(rows[0] as { seq: number } | undefined)?.seq}:ab12`
  expect((await mailsTo(dean))[0]?.text).toContain(line)
  const [own] = await mailsTo(ada)
  expect(own?.text).toContain('liked your post')
  expect(own?.text).not.toContain('audit log')
})

test('unsubscribes with one POST to the link of an email (RFC 8058), and rejects a forged token', async () => {
  await choose(ada, { like: 'mail' })
  await happened()
  await mailImmediately(app)
  const [mail] = await mailsTo(ada)
  const path = new URL(mail?.unsubscribe ?? '').pathname
  const press = (url: string) =>
    app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
  const forged = path.replace(ada.id, grace.id)
  expect((await press(forged)).statusCode).toBe(404)
  expect((await press('/unsubscribe/nonsense')).statusCode).toBe(404)
  expect((await press(path)).statusCode).toBe(200)
  await happened('/y')
  await mailImmediately(app)
  expect((await mailsTo(ada)).length).toBe(1)
  expect(await loadSentences(ada)).toHaveLength(2)
  const { email_notifications } = await app.db
    .selectFrom('users')
    .where('id', '=', grace.id)
    .select('email_notifications')
    .executeTakeFirstOrThrow()
  expect(email_notifications).toBe(true)
})

test('notifies an anonymous author without revealing them in the row or to other users', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await makeComment(app, ada, post)
  await makeComment(app, grace, post)
  await like(alan, post.id)
  await runSealedNoticeJobs()
  expect((await loadSentences(ada)).sort()).toEqual(['Someone commented on your post', 'Someone liked your post'])
  expect(await countUnread(ada)).toBe(2)
  expect(await loadSentences(grace)).toEqual([])
  const { rows } = await sql<{
    row: string
  }>`select to_jsonb(n)::text as row from notifications as n where school_id = ${school.id}`.execute(app.db)
  expect(rows.length).toBe(2)
  for (const { row } of rows)
    for (const trace of [ada.id, grace.id, alan.id, post.id, 'comment', 'like', 'your post'])
      expect(row).not.toContain(trace)
  for (const { created_at } of (await loadList(ada)).data) expect(created_at % 86_400).toBe(0)

  await choose(ada, { like: 'off' })
  expect(await loadSentences(ada)).toEqual(['Someone commented on your post'])
  await as(app, ada)(notifications.readAll)
  expect(await countUnread(ada)).toBe(0)
  expect((await loadList(ada)).data.map(({ is_read }) => is_read)).toEqual([true])
  await makeComment(app, grace, post)
  await runSealedNoticeJobs()
  expect(await countUnread(ada)).toBe(1)
})

test('stores notifications of one anonymous author unlinkably, and defers writing that they were read', async () => {
  const written = [await makePost(app, ada, { anonymous: true }), await makePost(app, ada, { anonymous: true })]
  for (const post of written) {
    await makeComment(app, grace, post)
    await like(alan, post.id)
  }
  await runSealedNoticeJobs()
  const loadSealedRows = async () => {
    const { rows } = await sql<{ id: string; inbox: Buffer; sealed: Buffer; row: string; is_read: boolean }>`
      select id, inbox, sealed, is_read, jsonb_build_array(kind, link, times, actors, read_at, user_id, due)::text as row
      from notifications where school_id = ${school.id} and inbox is not null order by id`.execute(app.db)
    return rows
  }
  const before = await loadSealedRows()
  expect(before).toHaveLength(4)
  expect(new Set(before.map(({ inbox }) => inbox.toString('hex'))).size).toBe(4)
  expect(new Set(before.map(({ row }) => row)).size).toBe(1)
  expect(new Set(before.map(({ sealed }) => sealed.length)).size).toBe(1)

  await happened()
  await as(app, ada)(notifications.readAll)
  expect(await countUnread(ada)).toBe(0)
  expect(await loadSealedRows()).toEqual(before)
  await app.notifications.inbox.flush(app.db)
  expect(await loadSealedRows()).toEqual(before) // not written yet
  await app.notifications.inbox.flush(app.db, { all: true })
  expect((await loadSealedRows()).map(({ is_read }) => is_read)).toEqual([true, true, true, true])
  expect(await countUnread(ada)).toBe(0)
})

test('keeps a notification unread that is updated right after it was read, also after the flush', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  await like(grace, post.id)
  await runSealedNoticeJobs()
  const [notice] = (await loadList(ada)).data
  expect((await as(app, ada)(notifications.read, { params: { id: notice?.id ?? '' } })).status).toBe(200)
  await like(alan, post.id)
  await runSealedNoticeJobs()
  await app.notifications.inbox.flush(app.db, { all: true })
  expect(await countUnread(ada)).toBe(1)
})

test('caps an anonymous author’s inbox per week, and drops the oldest notification', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  const { author_seal } = await app.db
    .selectFrom('posts')
    .where('id', '=', post.id)
    .select('author_seal')
    .executeTakeFirstOrThrow()
  const item = { schoolId: school.id, kind: 'post', id: post.id }
  for (let count = 0; count < 30; count++) {
    const params = { item: 'post' }
    const notice = { kind: 'like', link: `/dashboard?post=${count}`, params, sentence: '{names} liked your post' }
    await app.notifications.inbox.deliver(app.db, notice, item, author_seal ?? Buffer.alloc(0))
  }
  expect((await loadList(ada)).unread_count).toBe(24)
})

/** Runs the jobs of the next minutes. */
async function runSealedNoticeJobs() {
  const { rows } = await sql<{ id: string; payload: unknown }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning id, payload`.execute(
    app.db,
  )
  const [job] = app.notifications.jobs(app.db)
  for (const { payload } of rows) await job?.run(payload)
}

test('notifies of an anonymous reply without its author, rounded to the minute, and applies blocks to it', async () => {
  const post = await makePost(app, ada, { anonymous: true })
  const comment = await makeComment(app, grace, post)
  await makeComment(app, ada, post, { parent: comment })
  expect(await loadSentences(grace)).toEqual(['Someone replied to your comment'])
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(n)::text as row from notifications as n where user_id = ${grace.id}`.execute(app.db)
  expect(rows[0]?.row).not.toContain(ada.id)
  expect((await loadList(grace)).data[0]?.created_at).toSatisfy((at: number) => at % 60 === 0)

  await makeBlock(app, alan, ada)
  const secret = {
    schoolId: school.id,
    kind: 'reply',
    link: '/x',
    params: {},
    anonymous: true,
  } as const
  await withTransaction(app.db, (trx) =>
    app.notifications.notify(trx, { ...secret, actorId: ada.id }, [ada.id, alan.id]),
  )
  expect([await countUnread(ada), await countUnread(alan)]).toEqual([0, 1])
})

test('serves notifications to their recipient only', async () => {
  await happened()
  const [row] = (await loadList(ada)).data
  for (const person of [grace, await makeUser(app, { school: await makeSchool(app) })])
    expect((await as(app, person)(notifications.read, { params: { id: row?.id ?? '' } })).status).toBe(404)
  expect((await as(app, signedOut)(notifications.list)).status).toBe(401)
  expect(await countUnread(ada)).toBe(1)
})

test('lists notifications in pages, latest first, without gaps', async () => {
  for (let n = 0; n < 7; n++) await happened(`/${n}`)
  const links: string[] = []
  let cursor: string | null | undefined
  do {
    const { body } = await as(app, ada)(notifications.list, { query: { limit: 3, ...(cursor ? { cursor } : {}) } })
    links.push(...body.data.map(({ link }) => link))
    cursor = body.pagination.cursor
  } while (cursor)
  for (const broken of ['x', `1 ${'-'.repeat(36)}`, `2 ${ada.id}`]) {
    const query = { cursor: Buffer.from(broken).toString('base64url') }
    expect((await as(app, ada)(notifications.list, { query })).body.data, broken).toHaveLength(7)
  }
  expect(links).toEqual(['/6', '/5', '/4', '/3', '/2', '/1', '/0'])
})

test('publishes a new notification to the recipient’s stream', async () => {
  const stream = await openStream(app, ada)
  const post = await makePost(app, ada)
  await like(grace, post.id)
  await stream.next('notification.created')
  await stream.close()
})

test('notifies a thousand users in one statement', async () => {
  await sql`insert into users (school_id, id, name, email, role)
    select ${school.id}, gen_random_uuid(), 'Member ' || n, gen_random_uuid() || '@members.example', 'student'
    from generate_series(1, 1000) as n`.execute(app.db)
  const members = sql<string>`select id from users where school_id = ${school.id} and name like 'Member %'`
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const notificationEvent = {
    schoolId: school.id,
    kind: 'announcement',
    link: '/g',
    params: { group_name: 'Chess' },
    actorId: ada.id,
  } as const
  await withTransaction(app.db, (trx) => app.notifications.notify(trx, notificationEvent, members))
  const inserts = asked.mock.calls.filter((call) => JSON.stringify(call[0]).includes('insert into notifications'))
  expect(inserts.length).toBe(1)
  asked.mockRestore()
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from notifications where school_id = ${school.id}`.execute(app.db)
  expect(rows[0]?.count).toBe(1000)
})

test('notifies a reporter of the decision, and deletes expired notifications', async () => {
  const post = await makePost(app, alan)
  const report = await makeReport(app, ada, post)
  const dean = await makeUser(app, { school, role: 'admin' })
  await as(app, dean)(reports.settle, { params: { id: report.id }, body: { status: 'dismissed' } })
  expect(await loadSentences(ada)).toEqual(['A moderator reviewed your report. Thanks for helping.'])
  expect(await loadSentences(alan)).toEqual([])
  await app.db
    .updateTable('notifications')
    .set({ created_at: sql`now() - interval '91 days'` })
    .where('school_id', '=', school.id)
    .execute()
  await deleteExpiredRows(app.db, notificationRetention)
  expect(await loadSentences(ada)).toEqual([])
})

test('keeps the actors exact under concurrent likes and unlikes', async () => {
  const post = await makePost(app, ada)
  const fans = await Promise.all(Array.from({ length: 10 }, (_, n) => makeUser(app, { school, name: `Fan ${n}` })))
  await Promise.all(fans.flatMap((fan) => [like(fan, post.id), like(fan, post.id)]))
  const [row] = (await loadList(ada)).data
  expect((row?.actors.length ?? 0) + (row?.others ?? 0)).toBe(10)
  await Promise.all(fans.map((fan) => as(app, fan)(posts.unlike, { params: { id: post.id } })))
  expect(await loadSentences(ada)).toEqual([])
})

test.each(notificationSamples)('renders $kind as before: $text', ({ text, ...content }) => {
  expect(app.notifications.render(content)).toBe(text)
})

const notifyAda = (content: NotificationContent, link: string) =>
  withTransaction(app.db, (trx) =>
    app.notifications.notify(trx, { schoolId: school.id, actorId: grace.id, link, ...content }, [ada.id]),
  )

test('renders texts when they are read: in the list, in emails and in the export', async () => {
  await choose(ada, { like: 'mail' })
  await notifyAda({ kind: 'like', params: { item: 'comment', group_name: 'Chess' } }, '/x')
  await app.db.updateTable('notifications').set({ sentence: null }).where('user_id', '=', ada.id).execute()
  expect(await loadSentences(ada)).toEqual(['Grace liked your comment in “Chess”'])
  await mailImmediately(app)
  expect((await mailsTo(ada))[0]?.subject).toBe('Grace liked your comment in “Chess”')
  const [data] = notificationPersonalData(app.notifications.render)
  expect(await data?.export(app.db, ada)).toMatchObject([{ sentence: '{names} liked your comment in “Chess”' }])
})

test('shortens a long text when it is rendered', async () => {
  const message = 'x'.repeat(600)
  await notifyAda({ kind: 'join_answer', params: { group_name: 'Chess', approved: true, message } }, '/x')
  const [row] = (await loadList(ada)).data
  expect(row?.sentence).toHaveLength(500)
  expect(row?.sentence.endsWith('x…')).toBe(true)
})

test('shows and converts rows of the previous version, and leaves texts that it cannot convert', async () => {
  const former = notificationSamples.filter(
    ({ kind, params }) =>
      isConvertible(kind) &&
      !(
        'reason' in params ||
        'minutes' in params ||
        'opened' in params ||
        'outcome' in params ||
        'removed' in params ||
        'labelled' in params ||
        'held' in params
      ) &&
      !('sanction' in params && params.sanction === 'mute') &&
      !('item' in params && params.item === 'message'),
  )
  const others = [
    { kind: 'like' as const, text: '{names} clapped for your post' },
    { kind: 'join_request' as const, text: `{names} asked to join “${'x'.repeat(470)}…` },
  ]
  const rows = [...former, ...others]
  await app.db
    .insertInto('notifications')
    .values(
      rows.map(({ kind, text }, index) => ({
        school_id: school.id,
        user_id: ada.id,
        kind,
        link: `/${index}`,
        sentence: text,
        actors: [grace.id],
        created_at: new Date(Date.now() - index * 1000),
      })),
    )
    .execute()
  const load = async () =>
    (await as(app, ada)(notifications.list, { query: { limit: 50 } })).body.data.map(({ sentence }) => sentence)
  const texts = rows.map(({ text }) => text)
  expect(await load()).toEqual(texts)
  await convertSentences(app.db, app.notifications.render)
  expect(await load()).toEqual(texts)
  const { rows: converted } = await sql<{ link: string; params: object | null }>`
    select link, params from notifications where user_id = ${ada.id}`.execute(app.db)
  const paramsByLink = new Map(converted.map(({ link, params }) => [link, params]))
  expect(rows.map((_row, index) => paramsByLink.get(`/${index}`))).toEqual([
    ...former.map(({ params }) => params),
    null,
    null,
  ])
})

test('a notification shows what it is about while the reader can see it', async () => {
  const post = await makePost(app, ada, { content: 'The lake is\nwarm today' })
  await app.db
    .updateTable('posts')
    .set({ media_urls: ['/media/lake.webp'] })
    .where('id', '=', post.id)
    .execute()
  await like(grace, post.id)
  const comment = await makeComment(app, grace, post, { content: 'Since when?' })
  await makeComment(app, alan, post, { parent: comment })
  const previews = async (person: TestUser) => (await loadList(person)).data.map(({ kind, preview }) => [kind, preview])
  const shown = { text: 'The lake is warm today', image_url: '/media/lake.webp' }
  expect(await previews(ada)).toEqual([
    ['comment', shown],
    ['like', shown],
  ])
  expect(await previews(grace)).toEqual([['reply', { text: 'Since when?' }]])
  await makeBlock(app, alan, ada)
  expect((await previews(alan)).length).toBe(0)
  await makeBlock(app, grace, ada)
  for (const [, preview] of await previews(grace)) expect(preview).toBeUndefined()
  await app.db.deleteFrom('posts').where('id', '=', post.id).execute()
  for (const [, preview] of await previews(ada)) expect(preview).toBeUndefined()
})

test('notifications about anonymous content and decisions of moderators show no content', async () => {
  const { body } = await as(app, ada)(posts.create, {
    body: { content: 'A secret about @Grace', is_anonymous: true, mentions: [grace.id] },
  })
  await app.db
    .insertInto('notifications')
    .values(
      (['mention', 'moderation'] as const).map((kind) => ({
        ...{ school_id: school.id, user_id: grace.id, kind, link: `/dashboard?post=${body.data.id}` },
        ...{ sentence: 'Something', params: null },
      })),
    )
    .execute()
  const post = await makePost(app, alan, { content: 'Named' })
  await app.db
    .insertInto('notifications')
    .values({
      ...{ school_id: school.id, user_id: grace.id, kind: 'report', link: `/dashboard?post=${post.id}` },
      sentence: 'Reviewed',
    })
    .execute()
  const { data } = await loadList(grace)
  expect(data.length).toBeGreaterThanOrEqual(3)
  for (const { preview } of data) expect(preview).toBeUndefined()
})
