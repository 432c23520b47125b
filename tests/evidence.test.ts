// Pictures that a decision removed as intimate are evidence for 90 days: no one reads them alone, neither through the product
// nor from a copy of the database and the files, and two administrators together do.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { retentionRules } from '../src/app/retention-rules.ts'
import { buildServer } from '../src/app/server.ts'
import { rotateKeys } from '../src/cli/rotate-keys.ts'
import { decisions } from '../src/features/decisions/contract.ts'
import { removeAbandoned } from '../src/features/media/server/cleanup.ts'
import { moveEvidence } from '../src/features/media/server/evidence.ts'
import { cases } from '../src/features/moderation/case-contract.ts'
import { evidence } from '../src/features/moderation/evidence-contract.ts'
import { grants } from '../src/features/moderation/grant-contract.ts'
import { reports } from '../src/features/moderation/report-contract.ts'
import { notifications } from '../src/features/notifications/contract.ts'
import { posts } from '../src/features/posts/contract.ts'
import { SealQuotaError } from '../src/shared/server/crypto/anonymity.ts'
import { openEvidenceKeys } from '../src/shared/server/crypto/evidence-keys.ts'
import { deleteExpiredRows } from '../src/shared/server/jobs/retention.ts'
import { openKeysHere } from '../src/shared/server/keys/keys.ts'
import { as, testConfig } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { findRuleId } from '../src/testing/factories/decisions.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import type { TestUser } from '../src/testing/factories/users.ts'
import { takeLoot } from './thief/loot.ts'

const { app, school, dean, colleague, third, site, ada, grace, head } = await campus({
  perTest: true,
  people: {
    dean: { role: 'admin', name: 'Dean' },
    colleague: { role: 'admin', name: 'Colleague' },
    third: { role: 'admin', name: 'Third' },
    ada: { name: 'Ada' },
    grace: { name: 'Grace' },
  },
  foreign: { people: { head: { role: 'admin', name: 'Head' }, site: { role: 'site_admin', name: 'Site' } } },
})

const reason = 'The police requested it, file 4711'
const fetchFile = async (person: TestUser, url: string, server = app) => {
  const reply = await server.http.inject({ url, headers: { cookie: person.cookie } })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}

type Removal = { readonly decision: string; readonly post: string; readonly url: string; readonly bytes: Buffer }

/** A post with a picture that was reported as intimate and removed. */
async function removeIntimate(author: TestUser = ada, body: object = {}): Promise<Removal> {
  const { url } = await makeUpload(app, author, { width: 640 })
  const made = await as(app, author)(posts.create, { body: { content: 'Look', media_urls: [url], ...body } })
  const { id } = made.body.data
  const { bytes } = await fetchFile(author, url)
  await as(app, grace)(posts.report, { params: { id }, body: { reason: 'inappropriate', urgent: 'intimate' } })
  const [found] = (await as(app, third)(cases.list)).body.data.cases
  const action = {
    type: 'remove' as const,
    rule_id: await findRuleId(app, school.id),
    facts: 'It shows a person who did not agree.',
  }
  const { id: of = '', version = 0 } = found ?? {}
  const settled = await as(app, third)(cases.settle, {
    params: { id: of },
    body: { version, outcome: 'resolved', action },
  })
  expect(settled.status).toBe(200)
  const { rows } = await sql<{ id: string }>`select id from moderation_actions
    where school_id = ${school.id} and item_id = ${id} and action_type = 'remove'`.execute(app.db)
  return { decision: rows[0]?.id ?? '', post: id, url, bytes }
}

const open = (person: TestUser, { decision }: Removal, server = app) =>
  as(server, person)(evidence.open, { params: { id: decision }, body: { reason } })
const list = async (person: TestUser) => (await as(app, person)(evidence.list)).body.data
const read = (person: TestUser, { decision, url }: Removal, server = app) =>
  fetchFile(person, `/api/admin/evidence/${decision}/files/${url.slice('/media/'.length, -'.webp'.length)}`, server)
const listLines = async () => {
  const { rows } = await sql<{ line: string }>`select action || ' ' || actor_name as line from audit_log
    where school_id = ${school.id} and action like 'evidence.%' and action <> 'evidence.list' order by id`.execute(
    app.db,
  )
  return rows.map(({ line }) => line)
}
const listFiles = async () => {
  const names: string[] = []
  for await (const { schoolId, name } of app.storage.list()) if (schoolId === school.id) names.push(name)
  return names.sort()
}

test('one asks, another one opens, and only the two look, for 60 minutes, each time with a line of the log', async () => {
  const removed = await removeIntimate()
  await moveEvidence(app)
  expect(await list(dean)).toMatchObject([
    { id: removed.decision, kind: 'post', opening: null, can: { request: true, approve: false, read: false } },
  ])
  expect((await read(dean, removed)).status).toBe(404)
  const asked = await open(dean, removed)
  expect([asked.status, asked.body.data]).toEqual([202, { is_waiting: true }])
  const { sentence } = (await as(app, colleague)(notifications.list)).body.data[0] ?? {}
  expect(sentence).toBe(
    'A moderator asks to open pictures that are kept as evidence. You can confirm it within 24 hours',
  )
  expect([(await open(dean, removed)).status, (await read(dean, removed)).status], 'alone').toEqual([409, 409])
  expect(await list(colleague)).toMatchObject([
    { opening: { reason, requested_by_name: 'Dean' }, can: { request: false, approve: true, read: false } },
  ])
  const approved = await open(colleague, removed)
  expect([approved.status, approved.body.data]).toEqual([200, { is_waiting: false }])
  for (const person of [dean, colleague]) {
    const { status, bytes, headers } = await read(person, removed)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/webp', 'no-store'])
    expect(bytes.equals(removed.bytes), 'the stored picture').toBe(true)
  }
  expect((await read(third, removed)).status).toBe(404)
  expect((await open(third, removed)).status, 'while it is open').toBe(409)
  await sql`update evidence_openings set closes_at = now()`.execute(app.db)
  for (const person of [dean, colleague]) expect((await read(person, removed)).status).toBe(410)
  expect(await listLines()).toEqual([
    'evidence.request Dean',
    'evidence.open Colleague',
    'evidence.read Dean',
    'evidence.read Colleague',
  ])
  expect((await open(third, removed)).body.data, 'the next request').toEqual({ is_waiting: true })
})

test('no one reads a removed picture alone, also before the job has encrypted it', async () => {
  const removed = await removeIntimate()
  for (const _ of ['before', 'after']) {
    for (const person of [dean, third, ada, grace]) expect((await fetchFile(person, removed.url)).status).toBe(404)
    const { reports: listed } = (await as(app, dean)(reports.list)).body.data
    expect(listed.map(({ media }) => media)).toEqual([[]])
    await moveEvidence(app)
  }
  expect(await listFiles()).toEqual([removed.url.replace('/media/', '').replace('.webp', '.sealed')])
})

test('two administrators open it also before the job has encrypted it', async () => {
  const removed = await removeIntimate()
  await open(dean, removed)
  await open(site, removed)
  for (const person of [dean, site]) expect((await read(person, removed)).bytes.equals(removed.bytes)).toBe(true)
})

test('of two concurrent confirmations one opens, and the other one is refused', async () => {
  const removed = await removeIntimate()
  await open(dean, removed)
  const answers = await Promise.all([colleague, third].map((person) => open(person, removed)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const readers = await Promise.all([dean, colleague, third].map((person) => read(person, removed)))
  expect(readers.map(({ status }) => status).sort()).toEqual([200, 200, 404])
})

test('a request ends after 24 hours, and counts only while who made it is an administrator', async () => {
  const removed = await removeIntimate()
  await open(dean, removed)
  await sql`update evidence_openings set changed_at = now() - interval '24 hours'`.execute(app.db)
  expect((await list(colleague))[0]).toMatchObject({ opening: null, can: { request: true } })
  expect((await open(colleague, removed)).body.data).toEqual({ is_waiting: true })
  await sql`update users set role = 'student' where id = ${colleague.id}`.execute(app.db)
  expect((await open(dean, removed)).body.data).toEqual({ is_waiting: true })
  await sql`update evidence_openings set changed_at = now() - interval '25 hours'`.execute(app.db)
  await deleteExpiredRows(app.db, retentionRules)
  expect((await sql`select from evidence_openings where school_id = ${school.id}`.execute(app.db)).rows).toEqual([])
})

test('students, with a grant too, other schools and the author find no evidence', async () => {
  const until = Math.floor(Date.now() / 1000) + 3600
  await as(app, dean)(grants.set, { params: { id: grace.id }, body: { grants: ['cases', 'content'], until } })
  const [named, sealed] = [await removeIntimate(colleague), await removeIntimate(colleague, { is_anonymous: true })]
  for (const person of [ada, grace]) {
    const answers = [await as(app, person)(evidence.list), await open(person, named), await read(person, named)]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  }
  for (const person of [head, colleague]) {
    expect(await list(person)).toEqual([])
    for (const removed of [named, sealed])
      expect([(await open(person, removed)).status, (await read(person, removed)).status]).toEqual([404, 404])
  }
  expect(await list(dean)).toHaveLength(2)
  const ofSchool = await as(app, site)(evidence.list, { query: { school_id: school.id } })
  expect(ofSchool.body.data).toHaveLength(2)
  expect((await open(dean, { ...named, decision: randomUUID() })).status).toBe(404)
})

test('after 90 days the files are deleted, with their copies in reports, and the text of the item stays', async () => {
  const removed = await removeIntimate()
  await moveEvidence(app)
  const run = async () => {
    await deleteExpiredRows(app.db, retentionRules)
    await removeAbandoned(app.db, app.storage)
  }
  await sql`update evidence set created_at = now() - interval '89 days 23 hours'`.execute(app.db)
  await run()
  expect([(await listFiles()).length, (await list(dean)).length]).toEqual([1, 1])
  await sql`update evidence set created_at = now() - interval '90 days'`.execute(app.db)
  await open(dean, removed)
  expect([(await list(dean)).length, (await open(dean, removed)).status], 'not even until the job has run').toEqual([
    0, 404,
  ])
  await run()
  expect(await listFiles()).toEqual([])
  for (const table of ['evidence', 'uploads', 'report_images'])
    expect(
      (await sql`select from ${sql.table(table)} where school_id = ${school.id}`.execute(app.db)).rows,
      table,
    ).toEqual([])
  const undone = await as(app, dean)(decisions.restore, {
    params: { id: removed.post },
    body: { type: 'post', reason: 'An error' },
  })
  expect(undone.status, 'the item can return without its picture').toBe(200)
  expect((await as(app, grace)(posts.show, { params: { id: removed.post } })).body.data).toMatchObject({ media: [] })
})

test.each([true, false])(
  'a reversed decision returns the picture to its item (encrypted before: %s)',
  async (isSealed) => {
    const removed = await removeIntimate()
    if (isSealed) await moveEvidence(app)
    const undone = await as(app, dean)(decisions.restore, {
      params: { id: removed.post },
      body: { type: 'post', reason: 'A statue' },
    })
    expect(undone.status).toBe(200)
    const show = async () => (await as(app, grace)(posts.show, { params: { id: removed.post } })).body.data.media
    expect([(await list(dean)).length, await show()], 'until the job has run').toEqual([0, []])
    expect((await open(dean, removed)).status).toBe(404)
    for (const _ of [1, 2]) await moveEvidence(app)
    expect(await show()).toMatchObject([{ url: removed.url }])
    const { status, bytes } = await fetchFile(grace, removed.url)
    expect([status, bytes.equals(removed.bytes)]).toEqual([200, true])
    const files = await listFiles()
    expect([
      files.includes(removed.url.replace('/media/', '')),
      files.some((name) => name.endsWith('.sealed')),
    ]).toEqual([true, false])
    await sql`update evidence set created_at = now() - interval '91 days'`.execute(app.db)
    await deleteExpiredRows(app.db, retentionRules)
    expect((await fetchFile(grace, removed.url)).status).toBe(200)
  },
)

test('a reading writes its line before the file is opened, also when the quota of the school refuses it', async () => {
  const removed = await removeIntimate()
  await moveEvidence(app)
  await open(dean, removed)
  await open(colleague, removed)
  const refuse = vi.spyOn(app.evidenceKeys, 'openEvidenceKey').mockRejectedValueOnce(new SealQuotaError())
  expect((await read(dean, removed)).status).toBe(429)
  expect((await listLines()).at(-1)).toBe('evidence.read Dean')
  refuse.mockRestore()
  expect((await read(dean, removed)).status).toBe(200)
})

test('a thief of the database and the files finds the picture before it is encrypted, and nothing of it afterwards', async () => {
  const removed = await removeIntimate()
  const part = removed.bytes.toString('latin1', 40, 104)
  const isFound = async () => (await takeLoot(app, undefined)).files.some(({ text }) => text.includes(part))
  expect(await isFound()).toBe(true)
  await moveEvidence(app)
  const loot = await takeLoot(app, undefined)
  expect(loot.files.some(({ text }) => text.includes(part))).toBe(false)
  const upload = loot.rows.find(({ table, values }) => table === 'uploads' && removed.url.includes(String(values.name)))
  expect(upload?.values, 'nor its small preview').toMatchObject({ extension: 'sealed', thumbhash: null })
  for (const { text } of loot.rows.filter(({ table }) => table === 'evidence')) expect(text).not.toContain(ada.id)

  const { rows } = await sql<{
    name: string
    wrapped_key: Buffer
  }>`select name, wrapped_key from evidence where school_id = ${school.id}`.execute(app.db)
  const [{ name = '', wrapped_key = Buffer.alloc(0) } = {}] = rows
  const file = { schoolId: school.id, name }
  expect(() => openEvidenceKeys(['another secret key, long enough to be one']).open(wrapped_key, file)).toThrow()
  const keys = openEvidenceKeys([testConfig.secretKey ?? ''])
  expect(keys.open(wrapped_key, file)).toHaveLength(32)
  expect(() => keys.open(wrapped_key, { ...file, name: 'x'.repeat(32) }), 'of another file').toThrow()
})

test('evidence opens after a rotation with the newest key alone, and no more with the former one', async () => {
  const removed = await removeIntimate()
  await moveEvidence(app)
  const newest = 'the key that comes after it, long enough as well'
  await rotateKeys(app.db, newest, [testConfig.secretKey ?? ''])
  await open(dean, removed)
  await open(colleague, removed)
  expect((await read(dean, removed)).status, 'the former key').toBe(500)
  const later = await buildServer(app.config, app.db, await openKeysHere([newest]))
  await later.http.ready()
  expect((await read(dean, removed, later)).bytes.equals(removed.bytes)).toBe(true)
  await later.http.close()
})
