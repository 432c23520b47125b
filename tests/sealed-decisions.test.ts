// What moderators decide about anonymous items leads to no author: on no screen, in no mail, export, notification, event,
// log line or row. The story has a removal, a warning and a mute, with appeals that are overturned, upheld and closed.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { allRoutes } from '../src/app/contract.ts'
import { contentTypes, personalDataRegistry } from '../src/app/registries.ts'
import { appeals } from '../src/features/appeals/contract.ts'
import { confessions } from '../src/features/confessions/contract.ts'
import { decisions } from '../src/features/decisions/contract.ts'
import { moderation } from '../src/features/moderation/contract.ts'
import { eraseWithheldItems } from '../src/features/moderation/server/erase-actions.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { mailDigests, mailImmediately } from '../src/features/notifications/server/mail-actions.ts'
import { comments } from '../src/features/posts/contract.ts'
import { ratings } from '../src/features/professors/contract.ts'
import type { App } from '../src/shared/server/services.ts'
import { listAllRows } from '../src/testing/all-rows.ts'
import { as, signedOut, testConfig } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { makeConfession } from '../src/testing/factories/confessions.ts'
import { findRuleId } from '../src/testing/factories/decisions.ts'
import { makeComment, makePost } from '../src/testing/factories/posts.ts'
import { makeProfessor, makeRating } from '../src/testing/factories/professors.ts'
import { containsAny, identifyingStrings } from '../src/testing/identifying-strings.ts'
import { captureLog } from '../src/testing/log.ts'
import { samples } from '../src/testing/samples/all.ts'
import { openStream } from '../src/testing/streams.ts'

const { app, school, author, grace, dean, colleague, site, foreigner } = await campus({
  config: { ...testConfig, logLevel: 'trace' },
  alone: true,
  people: {
    author: { name: 'Zelda Quillfeather' },
    grace: { name: 'Grace Mbeki' },
    dean: { name: 'Dean Ruiz', role: 'admin' },
    colleague: { name: 'Colleague Winter', role: 'admin' },
    site: { name: 'Site Okoro', role: 'site_admin' },
  },
  foreign: { people: { foreigner: { role: 'admin' } } },
})
const lines = captureLog(app)
const everyone = { grace, dean, colleague, site, foreigner, 'a signed-out client': signedOut }

const words = ['I fed the ducks', 'I miss home, a little', 'And the dog, a lot', 'Never once on time']
const facts = 'It names where another student lives'
const appealed = 'They were hungry, and it was my bread'

/** Routes that show the author as a user of the school, which every user may see. They must not show a decision. */
const namesPeople = /^(friends|people|profiles|session|admin\.users)/
/** Rows of these tables may name the signed-in user, and contain no decision. */
const tablesNamingUsers = ['sessions', 'users']

/** The story. Returns the ids of everything in it. */
async function decide(): Promise<string[]> {
  const [call, act] = [as(app, author), as(app, dean)]
  const rule_id = await findRuleId(app, school.id)
  const professor = await makeProfessor(app, grace)
  const confession = await makeConfession(app, author, { content: words[0] ?? '' })
  const post = await makePost(app, author, { anonymous: true, content: words[1] ?? '' })
  const comment = await makeComment(app, author, post, { content: words[2] ?? '' })
  const rating = await makeRating(app, author, professor, { review_text: words[3] ?? '' })
  const body = { reason: 'harassment' as const }
  for (const [route, id] of [
    [confessions.report, confession.id],
    [comments.report, comment.id],
    [ratings.report, rating.id],
  ] as const)
    expect((await as(app, grace)(route, { params: { id }, body })).status).toBe(201)

  const remove = async (type: string, id: string) => {
    const answer = await act(decisions.withhold, { params: { id }, body: { type, rule_id, facts } })
    expect(answer.status, type).toBe(201)
    return answer.body.data.id
  }
  const sanction = async (type: 'warn' | 'mute', kind: string, id: string) => {
    const answer = await act(moderation.actSealed, {
      body: { type, kind, id, rule_id, facts, ...(type === 'mute' ? { days: 7 } : {}) },
    })
    expect(answer.status, type).toBe(201)
    return answer.body.data.id
  }
  const made = [
    await remove('confession', confession.id),
    await remove('post', post.id),
    await sanction('warn', 'rating', rating.id),
    await sanction('mute', 'rating', rating.id),
  ]
  const own = (await call(decisions.list)).body.data.map(({ id }) => id)
  expect(own.toSorted(), 'the author finds them').toEqual(made.toSorted())

  const sent: string[] = []
  for (const id of made) {
    expect((await call(decisions.show, { params: { id } })).status).toBe(200)
    const answer = await call(appeals.create, { params: { id }, body: { text: appealed } })
    expect(answer.status).toBe(201)
    sent.push(answer.body.data.id)
  }
  const [overturned = '', upheld = '', closed = '', withdrawn = ''] = sent
  for (const id of [overturned, upheld, closed]) {
    expect((await as(app, colleague)(appeals.claim, { params: { id } })).status).toBe(200)
    await as(app, colleague)(appeals.answer, { params: { id }, body: { text: 'Which bread?' } })
    expect((await call(appeals.write, { params: { id }, body: { text: `${appealed}, indeed` } })).status).toBe(201)
  }
  const end = { reason: 'Seen again.' }
  for (const [id, outcome] of [
    [overturned, 'overturned'],
    [upheld, 'upheld'],
  ] as const) {
    const answer = await as(app, colleague)(appeals.decide, { params: { id }, body: { outcome, ...end } })
    expect(answer.status, outcome).toBe(200)
  }
  expect((await as(app, colleague)(appeals.close, { params: { id: closed }, body: end })).status).toBe(200)
  expect((await call(appeals.withdraw, { params: { id: withdrawn } })).status).toBe(200)
  return [...made, ...sent, confession.id, post.id, comment.id, rating.id]
}

/** Runs the delayed jobs that notify authors, sends all mail, and erases one removed item. */
async function runJobs({ db, notifications: sender }: App) {
  const { rows } = await sql<{ payload: unknown }>`
    delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(db)
  expect(rows.length, 'the author is notified').toBeGreaterThan(4)
  for (const job of sender.jobs(db)) for (const { payload } of rows) await job.run(payload)
  await mailImmediately(app)
  await mailDigests(app)
}

/** All replies of GET routes to a client, by route. */
async function readAll(client: { readonly cookie: string }): Promise<[name: string, text: string][]> {
  const texts: [string, string][] = []
  for (const { name, route } of allRoutes) {
    if (route.method !== 'GET' || !route.reply) continue
    const sample = client === signedOut ? {} : ((await samples[name]?.(app, grace)) ?? {})
    const answer = await as(app, client)(route, { ...sample, query: { limit: 200 } } as never)
    texts.push([name, JSON.stringify(answer)])
  }
  const files = [
    '/admin/reports/export',
    '/admin/moderation/history?includeRemovals=true&limit=200',
    '/admin/appeals?status=all&limit=200',
  ]
  for (const url of files) {
    const { body } = await app.http.inject({ url, headers: { cookie: client.cookie } })
    texts.push([url, body])
  }
  return texts
}

test('no reply, event, mail, export, notification, log line or row links a decision about an anonymous item with its author', {
  timeout: 180_000,
}, async () => {
  const { id: session } = await app.db
    .selectFrom('sessions')
    .where('user_id', '=', author.id)
    .select('id')
    .executeTakeFirstOrThrow()
  const traces = [...identifyingStrings(author), session, author.cookie.replace(/^.*=/, '')]
  const before = new Set(await listAllRows(app))
  const listeners = [grace, dean, colleague, site, foreigner]
  const streams = await Promise.all(listeners.map((person) => openStream(app, person)))
  const ids = await decide()
  await runJobs(app)
  const isAbout = (text: string) => containsAny(text, [...ids, ...words, appealed, facts])
  const naming = (texts: readonly string[]) => texts.filter((text) => containsAny(text, traces))

  const after = await listAllRows(app)
  const about = after.filter(isAbout)
  const tables = new Set(about.map((row) => row.split(' ')[0]))
  for (const table of ['moderation_actions', 'appeals', 'appeal_messages', 'audit_log', 'reports'])
    expect([...tables], 'the search finds the rows').toContain(table)
  expect(naming(about)).toEqual([])
  const added = after.filter((row) => !before.has(row))
  expect(naming(added).filter((row) => !tablesNamingUsers.some((table) => row.startsWith(`${table} `)))).toEqual([])

  expect(lines.length, 'the log was captured').toBeGreaterThan(20)
  expect(lines.filter((line) => containsAny(line, [...traces, ...ids, ...words, appealed, facts]))).toEqual([])

  const { rows: jobs } = await sql<{
    job: string
  }>`select jobs::text as job from graphile_worker._private_jobs as jobs`.execute(app.db)
  expect(naming(jobs.map(({ job }) => job)), 'mails and other jobs').toEqual([])
  expect(JSON.stringify(streams.map(({ heard }) => heard)), 'the streams were open').toContain('appeals.pending')
  for (const stream of streams) {
    expect(naming([JSON.stringify(stream.heard)])).toEqual([])
    stream.close()
  }

  for (const person of [grace, dean, colleague]) {
    const exports = personalDataRegistry.named.map(({ export: list }) => list(app.db, person))
    expect(naming([JSON.stringify(await Promise.all(exports))]), person.name).toEqual([])
    const listed = JSON.stringify((await as(app, person)(notifications.list, { query: { limit: 50 } })).body)
    expect(containsAny(listed, [...traces, facts, ...ids.slice(0, 8)]), person.name).toBe(false)
    expect((await as(app, person)(decisions.list)).body.data, person.name).toEqual([])
    for (const id of ids.slice(0, 4))
      expect((await as(app, person)(decisions.show, { params: { id } })).status, person.name).toBe(404)
  }
  const told = (await as(app, author)(notifications.list, { query: { limit: 50 } })).body.data
  expect(told.map(({ sentence }) => sentence)).toEqual(
    expect.arrayContaining(['We were wrong. The decision no longer applies', 'You received a formal warning']),
  )

  for (const [who, client] of Object.entries(everyone)) {
    for (const [name, text] of await readAll(client)) {
      if (!namesPeople.test(name)) expect(naming([text]), `${who}: ${name}`).toEqual([])
      else expect(containsAny(text, [facts, appealed, ...ids.slice(0, 8)]), `${who}: ${name}`).toBe(false)
    }
  }
  const seen = JSON.stringify(await readAll(dean))
  for (const text of [facts, appealed, words[0] ?? '']) expect(seen, 'moderators read the case').toContain(text)

  await sql`update moderation_actions set appeal_until = now() - interval '1 hour' where school_id = ${school.id}`.execute(
    app.db,
  )
  await eraseWithheldItems(app.db, contentTypes)
  expect(naming((await listAllRows(app)).filter(isAbout)), 'after the removed post was erased').toEqual([])
})
