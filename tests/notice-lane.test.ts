// The 48 hours that the law gives for an intimate image, by the clock: from the notice of a person without an account to
// the mail that it was decided, and what happens to a copy that is uploaded afterwards.
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contentTypes } from '../src/app/registries.ts'
import { media } from '../src/features/media/contract.ts'
import { compareWithNewEntries } from '../src/features/media/server/blocklist.ts'
import { cases } from '../src/features/moderation/case-contract.ts'
import { reportBlockedImages } from '../src/features/moderation/server/blocked-images.ts'
import { escalateLateCases } from '../src/features/moderation/server/case-jobs.ts'
import { closeHandledNotices } from '../src/features/notices/server/actions.ts'
import { posts } from '../src/features/posts/contract.ts'
import { as } from '../src/testing/app.ts'
import { campus } from '../src/testing/campus.ts'
import { findRuleId } from '../src/testing/factories/decisions.ts'
import { makeUpload } from '../src/testing/factories/media.ts'
import type { TestUser } from '../src/testing/factories/users.ts'

const { app, school, dean, site, ada, grace, stranger } = await campus({
  alone: true, // a notice names no school, so the cell that it reaches has to have the item
  perTest: true,
  people: { dean: { role: 'admin', name: 'Dean' }, ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { site: { role: 'site_admin' }, stranger: {} } },
})

/** A request of a person without an account, from a network of its own. */
const callSignedOut = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const remoteAddress = `198.18.${randomBytes(1)[0]}.${randomBytes(1)[0]}`
  const reply = await app.http.inject({ method, url, remoteAddress, ...(payload ? { payload } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}

const listMails = async (to: string) => {
  const { rows } = await sql<{ payload: { to: string; subject: string; text: string } }>`
    select payload from graphile_worker._private_jobs where payload::text like ${`%${to}%`} order by id`.execute(app.db)
  return rows.flatMap(({ payload }) => [payload].flat()).filter((mail) => mail.to === to)
}

const draw = () => {
  const shapes = [
    [60, 80, 240, 150, '#c22'],
    [330, 40, 120, 300, '#2a4'],
    [90, 290, 380, 90, '#113'],
    [480, 210, 130, 200, '#eee'],
  ].map(([x, y, width, height, fill]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#888"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

async function publish(person: TestUser, file: Buffer) {
  const upload = await makeUpload(app, person, { file })
  const { body } = await as(app, person)(posts.create, { body: { content: 'Look', media_urls: [upload.url] } })
  return { id: body.data.id, url: upload.url }
}

const tryUpload = async (person: TestUser, file: Buffer) => {
  const form = new FormData()
  form.set('type', 'post')
  form.set('file', new Blob([new Uint8Array(file)]), 'a.png')
  const { status, body } = await as(app, person)(media.upload, { body: form })
  return [status, body.error]
}
const readImage = async (person: TestUser, url: string) =>
  (await app.http.inject({ url, headers: { cookie: person.cookie } })).statusCode
const listCases = async () => (await as(app, dean)(cases.list)).body.data.cases

/** Moves the open cases into the past, and runs the job that looks for missed deadlines. */
async function passHours(hours: number) {
  await sql`update cases set first_at = first_at - make_interval(hours => ${hours}),
    due_at = due_at - make_interval(hours => ${hours}), late_at = late_at - make_interval(hours => ${hours})
    where school_id = ${school.id} and state = 'open'`.execute(app.db)
  await escalateLateCases(app)
}
const countEscalations = async () =>
  (await sql`select from notifications where kind = 'case_overdue' and user_id = ${site.id}`.execute(app.db)).rows
    .length

test('an intimate image is removed within 48 hours of the notice, cannot return, and its sender is answered', async () => {
  const file = await draw()
  const shown = await publish(ada, file)
  const email = `${randomUUID()}@home.example`
  const sent = await callSignedOut('POST', '/api/notices', {
    ...{ concerns: 'self', ground: 'intimate', link: `https://quad.example${shown.url}`, text: 'It shows me.' },
    ...{ signature: 'Mara Lind', email, good_faith: true },
  })
  expect(sent.status).toBe(202)
  expect(await listCases(), 'nothing happens before the confirmation').toEqual([])
  const [confirmation] = await listMails(email)
  const token = /\/notice\/([\w-]{43})/.exec(confirmation?.text ?? '')?.[1] ?? ''
  const { body: confirmed } = await callSignedOut('POST', `/api/notices/${token}/confirm`)
  const { receipt } = confirmed.data

  const [found] = await listCases()
  if (!found) throw new Error('No case')
  expect(found).toMatchObject({ priority: 'intimate', reports_count: 1, report: { content_id: shown.id } })
  expect([found.due_at - found.first_at, found.is_late]).toEqual([24 * 3600, false])
  await passHours(47)
  expect([(await listCases())[0]?.is_late, await countEscalations()], 'due, and not yet missed').toEqual([false, 0])

  const rule_id = await findRuleId(app, school.id)
  const action = { type: 'remove' as const, rule_id, facts: 'It shows a person who did not agree.' }
  const body = { version: found.version, outcome: 'resolved' as const, action }
  expect((await as(app, dean)(cases.settle, { params: { id: found.id }, body })).status).toBe(200)
  expect(await readImage(grace, shown.url)).toBe(404)
  await closeHandledNotices(app)
  expect((await callSignedOut('GET', `/api/notices/${token}`)).body.data).toEqual({ state: 'closed', receipt })
  expect((await listMails(email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Confirm your notice/),
    `Your notice ${receipt} is closed`,
  ])

  const refusal = [400, 'This picture cannot be shared here.']
  for (const person of [ada, grace, stranger]) expect(await tryUpload(person, file)).toEqual(refusal)
  const copy = await publish(grace, await sharp(file).resize(400).jpeg({ quality: 60 }).toBuffer())
  expect([await readImage(ada, copy.url), await readImage(dean, copy.url)], 'hidden at first sight').toEqual([404, 200])
  await compareWithNewEntries(app.db)
  await reportBlockedImages(app, contentTypes)
  expect(await listCases()).toMatchObject([
    { priority: 'intimate', report: { content_id: copy.id, reporter_name: null } },
  ])
  expect(await countEscalations()).toBe(0)
})

test('an intimate image that no one decides about is late after 48 hours of the notice, and escalates once', async () => {
  const shown = await publish(
    ada,
    await sharp(await draw())
      .flip()
      .png()
      .toBuffer(),
  )
  const email = `${randomUUID()}@home.example`
  await callSignedOut('POST', '/api/notices', {
    ...{ concerns: 'self', ground: 'intimate', link: shown.url, signature: 'Mara Lind', email, good_faith: true },
  })
  const [confirmation] = await listMails(email)
  const token = /\/notice\/([\w-]{43})/.exec(confirmation?.text ?? '')?.[1] ?? ''
  await callSignedOut('POST', `/api/notices/${token}/confirm`)
  const before = await countEscalations()
  await passHours(47)
  expect([(await listCases())[0]?.is_late, (await countEscalations()) - before]).toEqual([false, 0])
  await passHours(1)
  for (const _ of [1, 2]) await escalateLateCases(app)
  expect([(await listCases())[0]?.is_late, (await countEscalations()) - before]).toEqual([true, 1])
})
