// Authorship that ends: after the days that a school chose, no one can tell who wrote something anonymous.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endExpiredAuthorship } from '../src/app/jobs.ts'
import { personalDataRegistry, sealedData } from '../src/app/registries.ts'
import { buildServer } from '../src/app/server.ts'
import { endAuthorship } from '../src/features/account/server/ended-authorship.ts'
import { findSealed } from '../src/features/account/server/sealed-queries.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { decisions } from '../src/features/decisions/contract.ts'
import { content } from '../src/features/moderation/content-contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { seals } from '../src/features/moderation/seal-contract.ts'
import { sealForDecision } from '../src/features/moderation/server/decisions.ts'
import { openSeal } from '../src/features/moderation/server/seal-opening.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { comments, posts } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import type { AuditActor } from '../src/shared/server/audit.ts'
import type { Anonymity } from '../src/shared/server/crypto/anonymity.ts'
import { openAuthorKeys } from '../src/shared/server/crypto/author-keys.ts'
import { destroyEpochs } from '../src/shared/server/crypto/epoch-destruction.ts'
import { readSealMonth, readTagMonth, toMonth } from '../src/shared/server/crypto/seal-epochs.ts'
import { newId } from '../src/shared/server/db/sql.ts'
import { withTransaction } from '../src/shared/server/db/transaction.ts'
import { KeysUnavailableError } from '../src/shared/server/keys/client.ts'
import { openEpochRings } from '../src/shared/server/keys/epoch-rings.ts'
import { openKeysHere } from '../src/shared/server/keys/keys.ts'
import type { App } from '../src/shared/server/services.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { activateLastingKey, turnOnEnding } from '../src/testing/ending-authorship.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { findRuleId } from '../src/testing/factories/decisions.ts'
import { makeComment, makePost, makeReport } from '../src/testing/factories/posts.ts'
import { makeProfessor, makeRating, sampleRating } from '../src/testing/factories/professors.ts'

const { app, school, dean, colleague, ada, grace } = await campus({
  alone: true,
  perTest: true,
  people: { dean: { role: 'admin' }, colleague: { role: 'admin' }, ada: { name: 'Ada Castellan' }, grace: {} },
})
beforeEach(() => sql`update schools set unmaskable_days = null`.execute(app.db))
afterEach(() => void vi.useRealTimers())

const days = 365
/** The real time, and one at which every month until now has ended. */
const [start, later] = [new Date(), new Date(Date.now() + (days + 32) * 86_400_000)]
const ended = 'The author of this can no longer be known.'
const reason = 'It names where another student lives'

const setDays = (value: number | null) =>
  app.db.updateTable('schools').set({ unmaskable_days: value }).where('id', '=', school.id).execute()
const runJob = (now = start, on: App = app) =>
  endAuthorship(on, personalDataRegistry, { now: sql`${now.toISOString()}::timestamptz` })
const turnOn = () => turnOnEnding(app, school.id, days)
/** Moves the clock of the server and of the job. */
async function passTheSpan() {
  vi.useFakeTimers({ toFake: ['Date'], now: later })
  await runJob(later)
}

async function writeAll() {
  const professor = await makeProfessor(app, grace)
  const post = await makePost(app, ada, { anonymous: true, content: 'No one knows' })
  const comment = await makeComment(app, ada, post)
  const confession = await makeConfession(app, ada)
  const removed = await makeConfession(app, ada)
  const rating = await makeRating(app, ada, professor, { anonymous: true })
  const { id: report } = await makeReport(app, grace, post)
  await as(app, grace)(posts.like, { params: { id: post.id } })
  await as(app, dean)(content.remove, { params: { id: removed.id } })
  await deliverNotices()
  return { professor, post, comment, confession, rating, report }
}
type Writing = Awaited<ReturnType<typeof writeAll>>

async function deliverNotices() {
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(app.db)
  for (const job of app.notifications.jobs(app.db)) for (const { payload } of rows) await job.run(payload)
}

async function lookAsAda({ post, comment, confession, professor, rating }: Writing) {
  const call = as(app, ada)
  const params = { id: post.id }
  const ofId = <T extends { id: string; is_author: boolean }>(rows: readonly T[], { id }: { id: string }) =>
    rows.find((row) => row.id === id)?.is_author
  return {
    feed: ofId((await call(posts.feed)).body.data, post),
    post: (await call(posts.show, { params })).body.data.is_author,
    comment: ofId((await call(comments.list, { params })).body.data, comment),
    confession: ofId((await call(confessions.list)).body.data, confession),
    rating: ofId((await call(ratings.list, { params: { id: professor.id } })).body.data, rating),
    decisions: (await call(decisions.list)).body.data.length,
    notices: (await call(notifications.list)).body.data.filter(({ kind }) => kind === 'like').length,
  }
}
const own = { feed: true, post: true, comment: true, confession: true, rating: true, decisions: 1, notices: 1 }
const foreign = { feed: false, post: false, comment: false, confession: false, rating: false, decisions: 0, notices: 0 }

/** The ids of what an export of Ada would contain, by table. */
async function listExported() {
  const found: Record<string, number> = {}
  for (const kind of sealedData)
    found[kind.table] = (await findSealed(app.db, app.anonymity, kind, school.id, () => [ada])).get(ada.id)?.length ?? 0
  return found
}

const listOpenings = async () =>
  (
    await sql<{ state: string; author_seal: Buffer | null }>`select state, author_seal from seal_requests
      where school_id = ${school.id}`.execute(app.db)
  ).rows

const countOpeningNotices = async () =>
  (await as(app, ada)(notifications.list)).body.data.filter(({ link }) => link.includes('#seal-')).length

const countJobs = async () =>
  (await sql`select from graphile_worker.jobs where task_identifier = 'end_authorship'`.execute(app.db)).rows.length

const listKeys = async () =>
  (
    await sql<{ epoch: string; wrapped: Buffer | null }>`select epoch::text, wrapped_key as wrapped from seal_epochs
      where school_id = ${school.id} order by epoch`.execute(app.db)
  ).rows

test('once the span has passed, nothing that was written anonymously has an author, for anyone', async () => {
  await turnOn()
  const made = await writeAll()
  expect(await lookAsAda(made)).toEqual(own)
  expect(await listExported()).toMatchObject({
    posts: 1,
    comments: 1,
    confessions: 2,
    ratings: 1,
    moderation_actions: 1,
  })
  await runJob(new Date(start.getTime() + 300 * 86_400_000))
  expect(await lookAsAda(made), 'within the span').toEqual(own)

  await passTheSpan()
  expect(await lookAsAda(made)).toEqual(foreign)
  expect(await listExported()).toEqual({
    posts: 0,
    comments: 0,
    confessions: 0,
    confession_likes: 0,
    ratings: 0,
    moderation_actions: 0,
  })
  const call = as(app, ada)
  const deletions = [
    await call(posts.remove, { params: { id: made.post.id } }),
    await call(comments.remove, { params: { id: made.comment.id } }),
    await call(confessions.remove, { params: { id: made.confession.id } }),
    await call(ratings.remove, { params: { id: made.rating.id } }),
  ]
  expect(deletions.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  const edit = await call(posts.update, { params: { id: made.post.id }, body: { content: 'Changed' } })
  expect(edit.status).toBe(403)
})

test('an opening answers that the author can no longer be known, and logs nothing', async () => {
  await turnOn()
  const { post, report } = await writeAll()
  await passTheSpan()
  const call = as(app, dean)
  const params = { id: post.id }
  const facts = { rule_id: await findRuleId(app, school.id), facts: reason }
  const answers = [
    await call(content.reveal, { params, body: { type: 'post', reason, category: 'danger' } }),
    await call(seals.request, { body: { kind: 'post', id: post.id, category: 'danger', reason } }),
    await call(moderation.actSealed, { body: { type: 'warn', kind: 'post', id: post.id, ...facts } }),
    await call(moderation.act, { body: { type: 'warn', userId: grace.id, reason, reportId: report } }),
  ]
  for (const { status, body } of answers) expect([status, body.error]).toEqual([410, ended])
  expect((await call(reports.list)).body.data.reports[0]?.reported_user_name).toBe('Anonymous')
  await sql`update schools set anonymity_mode = 'list'`.execute(app.db)
  expect((await call(reports.list)).body.data.reports[0]?.reported_user_name).toBe('Anonymous')
  expect((await call(content.remove, { params })).status, 'it can still be removed').toBe(200)
  const { rows } = await sql`select from audit_log where school_id = ${school.id}
    and action in ('content.reveal', 'report.unseal', 'seal.read', 'seal.open')`.execute(app.db)
  expect(rows).toEqual([])
})

test('one rating per person and course stays one, and no tag leads to the rating', async () => {
  await turnOn()
  const professor = await makeProfessor(app, grace)
  const people = [ada, grace, dean]
  for (const person of people.slice(0, 2)) await makeRating(app, person, professor, { anonymous: true })
  for (let count = 0; count < 10; count++)
    await makeRating(app, ada, await makeProfessor(app, grace), { anonymous: true })
  const readTags = async () => {
    const { rows } = await sql<{ id: string; tag: string }>`select id, encode(once_tag, 'hex') as tag from ratings
      where school_id = ${school.id} order by id`.execute(app.db)
    return rows
  }
  const before = await readTags()
  await passTheSpan()
  const after = await readTags()
  expect(after.map(({ tag }) => tag).sort()).toEqual(before.map(({ tag }) => tag).sort())
  expect(after, 'dealt out again').not.toEqual(before)

  const again = { params: { id: professor.id }, body: { ...sampleRating, anonymous: true } }
  for (const person of people.slice(0, 2)) expect((await as(app, person)(ratings.create, again)).status).toBe(201)
  expect(await readTags(), 'nothing was stored').toEqual(after)
  await deliverNotices()
  expect((await as(app, ada)(notifications.list)).body.data.map(({ kind }) => kind)).toContain('rating')
  expect((await as(app, ada)(ratings.create, { ...again, body: sampleRating })).status, 'under the name').toBe(201)
  expect(await readTags()).toHaveLength(before.length)
})

test('a thief of the database and of SECRET_KEY learns no author of a month that has ended', async () => {
  await turnOn()
  await writeAll()
  const secretKey = app.config.secretKey ?? ''
  const [keys, rings] = [openAuthorKeys(secretKey), openEpochRings([secretKey])]
  const tables = { posts: 'post', comments: 'comment', confessions: 'confession', ratings: 'rating' }
  /** How much of the dump leads to Ada. */
  const attack = async () => {
    const known = (await listKeys()).flatMap(({ epoch, wrapped }) => (wrapped ? [{ epoch, wrapped }] : []))
    const opened = known.map((key) => rings.open({ schoolId: school.id, ...key }))
    let hits = 0
    for (const [table, kind] of Object.entries({ ...tables, moderation_actions: 'decision' })) {
      const { rows } = await sql<{ id: string; author_tag: Buffer; author_seal: Buffer }>`
        select id, author_tag, author_seal from ${sql.table(table)}
        where school_id = ${school.id} and author_seal is not null`.execute(app.db)
      expect(rows.length, table).toBeGreaterThan(0)
      for (const { id, author_tag, author_seal } of rows)
        for (const ring of [undefined, ...opened]) {
          const item = { schoolId: school.id, kind, id }
          if (keys.isAuthor(ada.id, item, author_tag, ring)) hits++
          if (await keys.unseal(author_seal, item, ring).catch(() => undefined)) hits++
        }
    }
    const { rows: copies } = await sql<{ kind: string; id: string; seal: Buffer }>`
      select kind, content_id as id, author_seal as seal from reports where school_id = ${school.id}`.execute(app.db)
    for (const { seal, ...item } of copies)
      for (const ring of [undefined, ...opened])
        if (await keys.unseal(seal, { schoolId: school.id, ...item }, ring).catch(() => undefined)) hits++
    const week = Math.floor(start.getTime() / (7 * 86_400_000))
    const marks = [
      ...keys.decisionMarks(school.id, ada.id),
      ...keys.inboxMarks(school.id, ada.id, [week - 1, week, week + 1], 24),
    ]
    const { rows: marked } = await sql`select from moderation_actions where author_mark = any (${marks}::bytea[])
      union all select from notifications where inbox = any (${marks}::bytea[])`.execute(app.db)
    return hits + marked.length
  }
  expect(await attack(), 'while the month lives').toBeGreaterThan(10)
  await passTheSpan()
  expect(await attack()).toBe(0)
})

test('an opening that has begun finishes before the key is destroyed, and later ones are refused', async () => {
  await turnOn()
  const { post } = await writeAll()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = () => {}
  const held = new Promise<void>((resolve) => {
    isHeld = resolve
  })
  const month = toMonth(start)
  const opening = app.epochs.hold(school.id, month, async (epoch) => {
    isHeld()
    await released
    return epoch !== undefined
  })
  await held
  let isDestroyed = false
  const destruction = destroyEpochs(app.db, school.id, [], sql`${later.toISOString()}::timestamptz`).then((count) => {
    isDestroyed = true
    return count
  })
  await waitForLocks(1)
  expect(isDestroyed, 'it waits').toBe(false)
  release()
  expect(await opening).toBe(true)
  expect(await destruction).toBe(1)
  await app.epochs.refresh()
  const late = await as(app, dean)(content.reveal, {
    params: { id: post.id },
    body: { type: 'post', reason, category: 'danger' },
  })
  expect(late.status).toBe(410)
})

test('openings against a destruction either name the author or are refused', async () => {
  await turnOn()
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, n) => makePost(app, ada, { anonymous: true, content: `Words ${n}` })),
  )
  const answers = await Promise.all([
    ...made.map(({ id }) =>
      as(app, dean)(content.reveal, { params: { id }, body: { type: 'post', reason, category: 'danger' } }),
    ),
    runJob(later).then(() => undefined),
  ])
  for (const answer of answers.filter((answer) => answer !== undefined))
    if (answer.status === 200) expect(answer.body.data.id).toBe(ada.id)
    else expect([answer.status, answer.body.error]).toEqual([410, ended])
})

test('an opening whose key is destroyed after the audit line names no one, and does not count', async () => {
  await turnOn()
  const { id } = await makePost(app, ada, { anonymous: true, content: 'Words' })
  const { seal } = await app.db
    .selectFrom('posts')
    .where('id', '=', id)
    .select(sql<Buffer>`author_seal`.as('seal'))
    .executeTakeFirstOrThrow()
  const anonymity: Anonymity = {
    ...app.anonymity,
    async unsealContent(...args) {
      await sql`update seal_epochs set wrapped_key = null, destroyed_at = now()
        where school_id = ${school.id} and epoch <> 'infinity'`.execute(app.db)
      return app.anonymity.unsealContent(...args)
    },
  }
  const opening = openSeal({ db: app.db, anonymity }, dean as unknown as AuditActor, {
    item: { schoolId: school.id, kind: 'post', id, seal, text: 'Words' },
    category: 'danger',
    reason,
    action: 'content.reveal',
    target: { type: 'post', id },
  })
  await expect(opening).rejects.toMatchObject({ status: 410, message: ended })
  expect(await listOpenings()).toEqual([])
})

test('a request that waited is not approved once authorship has ended', async () => {
  await turnOn()
  await sql`update schools set anonymity_mode = 'two' where id = ${school.id}`.execute(app.db)
  const { post } = await writeAll()
  const { body } = await as(app, dean)(seals.request, {
    body: { kind: 'post', id: post.id, category: 'harassment', reason },
  })
  const decision = { params: { id: body.data.request_id }, body: { reason: 'I read it too' } }
  await runJob(later)
  const approval = await as(app, colleague)(seals.approve, decision)
  expect([approval.status, approval.body.error]).toEqual([410, ended])
  expect(await listOpenings()).toMatchObject([{ state: 'waiting' }])
  const { rows } = await sql`select from audit_log where school_id = ${school.id} and action = 'seal.approve'`.execute(
    app.db,
  )
  expect(rows).toEqual([])
  expect((await as(app, colleague)(seals.decline, decision)).status, 'it can be declined').toBe(200)
})

test('no seal opens from the end of the span on, before the job has destroyed the key', async () => {
  await turnOn()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start.getTime() - 600 * 86_400_000) })
  const post = await makePost(app, ada, { anonymous: true, content: 'Long ago' })
  vi.useRealTimers()
  expect((await listKeys()).filter(({ wrapped }) => wrapped)).toHaveLength(2)
  const call = as(app, dean)
  const body = { category: 'danger', reason } as const
  const answers = [
    await call(content.reveal, { params: { id: post.id }, body: { type: 'post', ...body } }),
    await call(seals.request, { body: { kind: 'post', id: post.id, ...body } }),
  ]
  for (const answer of answers) expect([answer.status, answer.body.error]).toEqual([410, ended])
  expect(await listOpenings()).toEqual([])
  const recent = await makePost(app, ada, { anonymous: true, content: 'Today' })
  for (const reported of [post, recent]) await makeReport(app, grace, reported)
  await sql`update schools set anonymity_mode = 'list' where id = ${school.id}`.execute(app.db)
  await sql`update posts set sealed_mode = 'list' where school_id = ${school.id}`.execute(app.db)
  await sql`update reports set sealed_mode = 'list' where school_id = ${school.id}`.execute(app.db)
  const names = (await call(reports.list)).body.data.reports.map(({ reported_user_name }) => reported_user_name)
  expect(names.sort()).toEqual(['Ada Castellan', 'Anonymous'])
})

test('the key of a month stays until the author of an opening on its last day is notified, and no longer', async () => {
  await turnOn()
  const { post } = await writeAll()
  const body = { kind: 'post', id: post.id, category: 'danger', reason, delay_notice: true } as const
  expect((await as(app, dean)(seals.request, { body })).status).toBe(201)
  await runJob(later)
  expect((await listKeys())[0]?.wrapped).not.toBeNull()
  await deliverNotices()
  expect(await countOpeningNotices()).toBe(1)
  await runJob(later)
  expect((await listKeys())[0]?.wrapped).toBeNull()
  expect(await countOpeningNotices(), 'it leads to the author').toBe(0)
})

test('the author of an opening from before is notified when turning it on ends the month', async () => {
  const post = await makePost(app, ada, { anonymous: true, content: 'From long ago' })
  await sql`update posts set created_at = date_trunc('minute', now() - interval '3 years') where id = ${post.id}`.execute(
    app.db,
  )
  const body = { kind: 'post', id: post.id, category: 'danger', reason } as const
  expect((await as(app, dean)(seals.request, { body })).status).toBe(201)
  await turnOn()
  await deliverNotices()
  expect(await countOpeningNotices()).toBe(1)
  expect(await listOpenings()).toMatchObject([{ state: 'opened', author_seal: null }])
})

/** Runs calls that store a rating, and lets none of them go on before each waits for another transaction. */
async function meetAtInsert<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  return app.db
    .transaction()
    .execute(async (trx) => {
      await sql`lock table ratings in share mode`.execute(trx)
      const answers = Promise.all(calls.map((call) => call()))
      await waitForLocks(calls.length)
      return { answers }
    })
    .then(({ answers }) => answers)
}

async function waitForLocks(count: number) {
  const deadline = Date.now() + 10_000
  for (let waiting = 0; waiting < count; ) {
    if (Date.now() > deadline) throw new Error(`${waiting} transactions wait for a lock.`)
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock'`.execute(app.db)
    waiting = rows.length
  }
}

test('one person rates a course once, whatever two servers know of the lasting key', async () => {
  const config = { ...app.config }
  const keys = await openKeysHere([config.secretKey ?? ''])
  const [first, second] = [await buildServer(config, app.db, keys), await buildServer(config, app.db, keys)]
  try {
    await Promise.all([first.http.ready(), second.http.ready()])
    const rateTwice = async (servers: readonly App[], isTogether = false) => {
      const { id } = await makeProfessor(app, grace)
      const rate = (server: App) =>
        as(server, ada)(ratings.create, { params: { id }, body: { ...sampleRating, anonymous: true } })
      const answers = isTogether ? await meetAtInsert(servers.map((server) => () => rate(server))) : []
      if (!isTogether) for (const server of servers) answers.push(await rate(server))
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const { rows } = await sql`select from ratings where professor_id = ${id}`.execute(app.db)
      return rows.length
    }
    const orders = [
      [first, second],
      [second, first],
    ]
    await setDays(days)
    await runJob()
    await second.epochs.refresh()
    expect([first.epochs.findLasting(school.id), second.epochs.findLasting(school.id)]).toMatchObject([
      undefined,
      { isActive: false },
    ])
    for (const servers of orders) expect(await rateTwice(servers), 'the first has not read the key').toBe(1)
    expect(await rateTwice([first, second], true), 'concurrently').toBe(1)

    await first.epochs.refresh()
    await sql`update seal_epochs set active_at = now() - interval '1 hour' where school_id = ${school.id}
      and epoch = 'infinity'`.execute(app.db)
    await second.epochs.refresh()
    expect([first.epochs.findLasting(school.id), second.epochs.findLasting(school.id)]).toMatchObject([
      { isActive: false },
      { isActive: true },
    ])
    expect(await rateTwice([first, second], true), 'concurrently').toBe(1)
    // The second order last: the first server learns of the key from the row of the second.
    for (const servers of orders) expect(await rateTwice(servers), 'the first does not know that it is active').toBe(1)
  } finally {
    await Promise.all([first.http.close(), second.http.close()])
  }
})

test('turning it on seals what is older into its month, continues after an interruption, and ends what is too old', async () => {
  const made = await writeAll()
  const old = await makePost(app, ada, { anonymous: true, content: 'From long ago' })
  await sql`update posts set created_at = date_trunc('minute', now() - interval '3 years') where id = ${old.id}`.execute(
    app.db,
  )
  const { id: oldReport } = await makeReport(app, grace, old)
  expect(await lookAsAda(made)).toEqual(own)
  await setDays(days)
  const before = await countJobs()
  await runJob()
  expect(
    (await listKeys()).map(({ epoch }) => epoch),
    'servers learn of it first',
  ).toEqual(['infinity'])
  expect(await countJobs(), 'another run is queued').toBe(before + 1)
  await runJob()
  expect(
    (await listKeys()).map(({ epoch }) => epoch),
    'before servers had the time',
  ).toEqual(['infinity'])
  await activateLastingKey(app, school.id)
  const { calls } = app.epochs
  const interrupted: App = {
    ...app,
    epochs: {
      ...app.epochs,
      calls: {
        ...calls,
        moveSeal: (seal, from, ...more) =>
          from.kind === 'post' ? calls.moveSeal(seal, from, ...more) : Promise.reject(new KeysUnavailableError()),
      },
    },
  }
  await expect(runJob(start, interrupted)).rejects.toThrow(KeysUnavailableError)
  const countOld = async () => {
    const counts: Record<string, number> = {}
    for (const table of ['posts', 'comments', 'confessions', 'ratings', 'moderation_actions', 'reports']) {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
        where school_id = ${school.id} and author_seal is not null and seal_epoch(author_seal) is null`.execute(app.db)
      counts[table] = rows[0]?.count ?? 0
    }
    return counts
  }
  expect(await countOld()).toMatchObject({ posts: 0, comments: 1, confessions: 2 })
  expect(await lookAsAda(made), 'in between').toEqual(own)
  await runJob()
  expect(Object.values(await countOld())).toEqual([0, 0, 0, 0, 0, 0])
  expect(await lookAsAda(made)).toMatchObject({ ...own, notices: expect.any(Number) })
  const shown = await as(app, ada)(posts.show, { params: { id: old.id } })
  expect(shown.body.data.is_author, 'older than the span').toBe(false)
  const act = { type: 'warn', userId: grace.id, reason, reportId: oldReport }
  expect((await as(app, dean)(moderation.act, { body: act })).status).toBe(410)
  const again = { params: { id: made.professor.id }, body: { ...sampleRating, anonymous: true } }
  expect((await as(app, ada)(ratings.create, again)).status).toBe(201)
  expect((await as(app, ada)(ratings.list, { params: { id: made.professor.id } })).body.data).toHaveLength(1)
})

test('a school that did not turn it on has no keys, and its rows are as always', async () => {
  await writeAll()
  await runJob()
  expect(await listKeys()).toEqual([])
  expect(app.epochs.findForWriting(school.id)).toBeUndefined()
  expect(app.epochs.findLasting(school.id)).toBeUndefined()
  const { rows } = await sql<{
    tag: Buffer
    seal: Buffer
  }>`select author_tag as tag, author_seal as seal from confessions
    where school_id = ${school.id}`.execute(app.db)
  expect(rows).toHaveLength(2)
  for (const { tag, seal } of rows)
    expect([readTagMonth(tag), readSealMonth(seal), seal[0]]).toEqual([undefined, undefined, 2])
})

test('the author of an opened seal is notified before authorship ends, also when the notice was delayed', async () => {
  await turnOn()
  const { post } = await writeAll()
  const body = { kind: 'post', id: post.id, category: 'danger', reason, delay_notice: true }
  expect((await as(app, dean)(seals.request, { body })).status).toBe(201)
  const countNotices = async () => {
    await deliverNotices()
    return countOpeningNotices()
  }
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) + days * 86_400_000)
  await runJob(new Date(lastDay.getTime() - 8 * 86_400_000))
  expect(await countNotices()).toBe(0)
  await runJob(new Date(lastDay.getTime() - 6 * 86_400_000))
  expect(await countNotices()).toBe(1)
  await runJob(lastDay)
  expect(await countNotices(), 'it leads to the author').toBe(0)
})

test('a notice that does not open goes with the month, and does not keep its key', async () => {
  await turnOn()
  await writeAll()
  const { numUpdatedRows } = await app.db
    .updateTable('notifications')
    .set({ sealed: Buffer.alloc(2048, 7) })
    .where('school_id', '=', school.id)
    .where('inbox', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBeGreaterThan(0n)
  await runJob(later)
  expect((await listKeys()).filter(({ wrapped }) => wrapped).map(({ epoch }) => epoch)).toEqual(['infinity'])
  const { rows } = await sql`select from notifications where school_id = ${school.id} and inbox is not null`.execute(
    app.db,
  )
  expect(rows).toEqual([])
})

test('turning it off keeps the keys that there are, and destroys no more', async () => {
  await turnOn()
  const made = await writeAll()
  await setDays(null)
  await app.epochs.refresh()
  await runJob(later)
  expect(await lookAsAda(made)).toEqual(own)
  const post = await makePost(app, ada, { anonymous: true })
  const { rows } = await sql<{ seal: Buffer }>`select author_seal as seal from posts where id = ${post.id}`.execute(
    app.db,
  )
  expect(readSealMonth(rows[0]?.seal ?? Buffer.alloc(0))).toBeUndefined()
})

test('an edit stays in the month of the post', async () => {
  await turnOn()
  const post = await makePost(app, ada, { anonymous: true, content: 'Before' })
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start.getTime() + 62 * 86_400_000) })
  const edit = await as(app, ada)(posts.update, { params: { id: post.id }, body: { content: 'After' } })
  expect(edit.status).toBe(200)
  const { rows } = await sql<{ content: string; seal: Buffer }>`select content, author_seal as seal from posts
    where id = ${post.id}`.execute(app.db)
  expect(rows[0]?.content).toBe('After')
  expect(readSealMonth(rows[0]?.seal ?? Buffer.alloc(0))).toBe(toMonth(start))
})

test('a decision and its mark end with the month of the item', async () => {
  await turnOn()
  const { post } = await writeAll()
  const { rows } = await sql<{ seal: Buffer }>`select author_seal as seal from posts where id = ${post.id}`.execute(
    app.db,
  )
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start.getTime() + 200 * 86_400_000) })
  const item = { schoolId: school.id, kind: 'post', id: post.id }
  const sealed = await withTransaction(app.db, (trx) =>
    sealForDecision(trx, app.anonymity, newId(), item, rows[0]?.seal ?? Buffer.alloc(0)),
  )
  expect(readSealMonth(sealed.author_seal)).toBe(toMonth(start))
  expect(sealed.author_mark).not.toBeNull()
})

test('a server that starts on an older database ends what has expired before it accepts requests', async () => {
  await turnOn()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(start.getTime() - 600 * 86_400_000) })
  await makePost(app, ada, { anonymous: true, content: 'In a month that has ended since' })
  vi.useRealTimers()
  const living = (await listKeys()).filter(({ wrapped }) => wrapped)
  expect(living).toHaveLength(2)
  await endExpiredAuthorship(app)
  expect((await listKeys()).filter(({ wrapped }) => wrapped).map(({ epoch }) => epoch)).toEqual(['infinity'])
})
