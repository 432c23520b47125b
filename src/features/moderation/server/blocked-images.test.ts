// Images that a decision removed as intimate: they can't return, near copies are hidden, and others are left alone.
import { sql } from 'kysely'
import sharp from 'sharp'
import sharpPhash from 'sharp-phash'
import { expect, test } from 'vitest'
import { contentTypes } from '../../../app/registries.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { findRuleId } from '../../../testing/factories/decisions.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { decisions } from '../../decisions/contract.ts'
import { blocklist } from '../../media/blocklist-contract.ts'
import { media } from '../../media/contract.ts'
import { compareWithNewEntries } from '../../media/server/blocklist.ts'
import { fingerprintOldImages } from '../../media/server/old-images.ts'
import { posts } from '../../posts/contract.ts'
import { cases } from '../case-contract.ts'
import { reportBlockedImages } from './blocked-images.ts'

const { app, school, dean, ada, grace, site } = await campus({
  perTest: true,
  people: { dean: { role: 'admin' }, ada: { name: 'Ada' }, grace: { name: 'Grace' } },
  foreign: { people: { site: { role: 'site_admin' } } },
})

/** A picture of shapes at random places: a seed is one picture. */
function draw(seed: number, size = { width: 640, height: 480 }): Promise<Buffer> {
  let state = seed
  const roll = (to: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * to)
  }
  const shapes = Array.from({ length: 14 }, () => {
    const fill = `rgb(${roll(256)},${roll(256)},${roll(256)})`
    return roll(2) === 0
      ? `<circle cx="${roll(640)}" cy="${roll(480)}" r="${20 + roll(160)}" fill="${fill}"/>`
      : `<rect x="${roll(640)}" y="${roll(480)}" width="${20 + roll(300)}" height="${20 + roll(300)}" fill="${fill}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480"><rect width="640" height="480" fill="#888"/>${shapes.join('')}</svg>`
  return sharp(Buffer.from(svg)).resize(size).png().toBuffer()
}
/** Fixed ones: how near a copy is depends on the picture. */
let seeds = 0
const nextSeed = () => ++seeds * 1000

const upload = async (person: TestUser, file: Buffer) => {
  const form = new FormData()
  form.set('type', 'post')
  form.set('file', new Blob([new Uint8Array(file)]), 'a.png')
  return as(app, person)(media.upload, { body: form })
}
const post = async (person: TestUser, file: Buffer, body: object = {}) => {
  const { url } = await makeUpload(app, person, { file })
  const made = await as(app, person)(posts.create, { body: { content: 'Look', media_urls: [url], ...body } })
  return { id: made.body.data.id, url }
}
const read = async (person: TestUser, url: string) =>
  (await app.http.inject({ url, headers: { cookie: person.cookie } })).statusCode
const openCases = async () => (await as(app, dean)(cases.list, { query: {} })).body.data.cases
const runJob = async () => {
  await compareWithNewEntries(app.db)
  await reportBlockedImages(app, contentTypes)
}
const settle = async (body: object) => {
  const [found] = await openCases()
  const { id = '', version = 0 } = found ?? {}
  return as(app, dean)(cases.settle, { params: { id }, body: { version, ...body } })
}

/** A picture that a moderator removed as intimate. */
async function removeIntimate(file: Buffer): Promise<{ readonly decision: string; readonly post: string }> {
  const { id } = await post(ada, file)
  await as(app, grace)(posts.report, { params: { id }, body: { reason: 'inappropriate', urgent: 'intimate' } })
  const facts = 'It shows a person who did not agree.'
  const action = { type: 'remove', rule_id: await findRuleId(app, school.id), facts }
  expect((await settle({ outcome: 'resolved', action })).status).toBe(200)
  const { rows } = await sql<{ id: string }>`select id from moderation_actions
    where school_id = ${school.id} and action_type = 'remove' order by created_at desc limit 1`.execute(app.db)
  return { decision: rows[0]?.id ?? '', post: id }
}

/** Common ways in which a copy differs. */
const copies = (file: Buffer) => ({
  compressed: sharp(file).jpeg({ quality: 50 }).toBuffer(),
  resized: sharp(file).resize(320).jpeg({ quality: 70 }).toBuffer(),
  cropped: sharp(file).extract({ left: 6, top: 5, width: 628, height: 470 }).png().toBuffer(),
})

test('the same file is refused, in every school', async () => {
  const file = await draw(nextSeed())
  await removeIntimate(file)
  for (const person of [ada, grace, site]) {
    const { status, body } = await upload(person, file)
    expect([status, body.error]).toEqual([400, 'This picture cannot be shared here.'])
  }
})

test.each(['compressed', 'resized', 'cropped'] as const)(
  'a %s copy is hidden as soon as it is posted, and opens a case, whose dismissal shows it',
  async (change) => {
    const file = await draw(nextSeed())
    await removeIntimate(file)
    const { url } = await post(ada, await copies(file)[change])
    expect([await read(grace, url), await read(dean, url)]).toEqual([404, 200])
    for (const _ of [1, 2]) await runJob()
    expect(await openCases()).toMatchObject([
      { priority: 'intimate', reports_count: 1, report: { reason: 'inappropriate', reporter_name: null } },
    ])
    await settle({ outcome: 'dismissed' })
    expect(await read(grace, url)).toBe(200)
    await runJob()
    expect(await openCases()).toEqual([])
  },
)

test('an anonymous copy is hidden when it is published, and its author stays sealed', async () => {
  const file = await draw(nextSeed())
  await removeIntimate(file)
  const { url } = await post(ada, await copies(file).resized, { is_anonymous: true })
  await runJob()
  expect(await read(grace, url)).toBe(404)
  const found = await openCases()
  expect(found.map(({ report }) => [report.is_anonymous, report.reported_user_name])).toEqual([[true, 'Anonymous']])
})

test('what was posted before the removal is hidden within a minute', async () => {
  const file = await draw(nextSeed())
  const { url } = await post(grace, await copies(file).compressed)
  await removeIntimate(file)
  expect(await read(ada, url)).toBe(200)
  await runJob()
  expect([await read(ada, url), (await openCases()).length]).toEqual([404, 1])
})

test('an overturned decision takes its images off the list', async () => {
  const file = await draw(nextSeed())
  const removed = await removeIntimate(file)
  expect((await upload(grace, file)).status).toBe(400)
  const undone = await as(app, dean)(decisions.restore, {
    params: { id: removed.post },
    body: { type: 'post', reason: 'It was a painting' },
  })
  expect(undone.status).toBe(200)
  expect((await upload(grace, file)).status).toBe(200)
})

test('a removal for another reason blocks nothing', async () => {
  const file = await draw(nextSeed())
  const { id } = await post(ada, file)
  await as(app, grace)(posts.report, { params: { id }, body: { reason: 'spam' } })
  const action = { type: 'remove', rule_id: await findRuleId(app, school.id), facts: 'It is an advertisement.' }
  await settle({ outcome: 'resolved', action })
  expect((await upload(grace, file)).status).toBe(200)
})

test('1,000 unrelated pictures and flat ones are near to nothing', { timeout: 120_000 }, async () => {
  for (let entry = 0; entry < 3; entry++) await removeIntimate(await draw(nextSeed()))
  const phash = sharpPhash as unknown as typeof sharpPhash.default
  const first = nextSeed()
  const hashes: string[] = []
  for (let from = 0; from < 1000; from += 50)
    hashes.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, async (_, index) =>
          phash(await draw(first + from + index, { width: 160, height: 120 })),
        ),
      )),
    )
  expect(new Set(hashes).size).toBeGreaterThan(990)
  const { rows } = await sql<{ near: number }>`select count(find_blocked(hash::bit(64)))::int as near
    from unnest(${hashes}::text[]) as hash`.execute(app.db)
  expect(rows[0]?.near).toBe(0)
  const flat = (grey: number) =>
    sharp({ create: { width: 90, height: 60, channels: 3, background: { r: grey, g: grey, b: grey } } })
      .png()
      .toBuffer()
  await removeIntimate(await flat(90))
  const { url } = await post(ada, await flat(91))
  expect(await read(grace, url)).toBe(200)
})

test('two administrators remove an entry, of two concurrent ones one asks and one removes', async () => {
  const file = await draw(nextSeed())
  const { decision } = await removeIntimate(file)
  const other = await makeUser(app, { school: { id: site.schoolId, domain: 'site.example' }, role: 'site_admin' })
  const find = async () =>
    (await as(app, site)(blocklist.list)).body.data.entries.find(({ decision_id }) => decision_id === decision)
  const entry = await find()
  const remove = async (person: TestUser) => {
    const ask = { params: { id: entry?.id ?? '' }, body: { reason: 'A statue' } }
    const { status, body } = await as(app, person)(blocklist.remove, ask)
    return [status, body.removed]
  }
  expect(await remove(site)).toEqual([202, false])
  expect((await remove(site))[0]).toBe(409)
  expect(await find()).toMatchObject({ removal_reason: 'A statue', removal_asked_by: site.id })
  const answers = await Promise.all([remove(other), remove(other), remove(other)])
  expect(answers.map(([status]) => status).sort()).toEqual([200, 404, 404])
  expect(await find()).toBe(undefined)
  expect((await upload(grace, file)).status).toBe(200)
})

test('images from before get fingerprints in batches: a copy of a blocked one is hidden and opens a case', async () => {
  const file = await draw(nextSeed())
  await removeIntimate(file)
  const unrelated = await post(grace, await draw(nextSeed()))
  const copy = await sharp(file).resize(500).jpeg({ quality: 70 }).toBuffer()
  // As before there were fingerprints: nothing compared it.
  await sql`update media_blocklist set phash = null, pixels = sha256(pixels)`.execute(app.db)
  const old = await post(ada, copy)
  await sql`update media_blocklist set phash = uploads.phash from uploads
    where media_blocklist.phash is null and uploads.pixels is not null and media_blocklist.pixels = sha256(uploads.pixels)`.execute(
    app.db,
  )
  await sql`update uploads set pixels = null, phash = null, blocked_by = null
    where school_id = ${school.id} and name = any(${[old, unrelated].map(({ url }) => url.slice(7, 39))}::text[])`.execute(
    app.db,
  )
  await sql`update uploads set is_unreadable = true where pixels is null and school_id <> ${school.id}`.execute(app.db)
  const gone = await makeUpload(app, ada)
  await sql`update uploads set pixels = null where name = ${gone.url.slice(7, 39)}`.execute(app.db)
  await app.storage.remove({ schoolId: school.id, name: gone.url.slice(7) })
  expect(await read(grace, old.url)).toBe(200)
  expect(await fingerprintOldImages(app)).toBe(3)
  expect(await fingerprintOldImages(app), 'one that is gone is not tried again').toBe(0)
  expect([await read(grace, old.url), await read(ada, unrelated.url)]).toEqual([404, 200])
  await reportBlockedImages(app, contentTypes)
  expect(await openCases()).toMatchObject([{ priority: 'intimate', report: { content_id: old.id } }])
})
