import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { withTransaction } from '../../../shared/server/db/transaction.ts'
import { openRateLimits } from '../../../shared/server/http/rate-limits.ts'
import { as } from '../../../testing/app.ts'
import { campus } from '../../../testing/campus.ts'
import { makeAd } from '../../../testing/factories/ads.ts'
import { makeUpload } from '../../../testing/factories/media.ts'
import { makeUser, type TestUser } from '../../../testing/factories/users.ts'
import { media } from '../../media/contract.ts'
import { moderate } from '../../moderation/server/actions.ts'
import { type AdInput, ads } from '../contract.ts'
import { openAdCounter } from './counting.ts'

const {
  app,
  school,
  foreignSchool: elsewhere,
  linus,
  site,
  ada,
  dean,
} = await campus({
  perTest: true,
  people: { ada: {}, dean: { role: 'admin' } },
  foreign: { school: { name: 'Elsewhere' }, people: { linus: {}, site: { role: 'site_admin' } } },
})
beforeEach(async () => {
  await app.db.deleteFrom('ads').execute()
  await app.db.updateTable('users').set({ can_manage_ads: true }).where('id', '=', dean.id).execute()
})

const served = async (person: TestUser, placement = 'sidebar') =>
  (await as(app, person)(ads.list, { query: { placement } })).body.data.map(({ title }) => title)
const see = (person: TestUser, id: string) =>
  as(app, person)(ads.impression, { params: { id }, body: { pageUrl: '/dashboard' } })
const numbers = async (id: string) => {
  const { impressions, clicks, ctr, daily } = (await as(app, site)(ads.analytics, { params: { id } })).body.data
  const days = { impressions: 0, clicks: 0 }
  for (const day of daily) {
    days.impressions += day.impressions
    days.clicks += day.clicks
  }
  expect(days, 'the days add up to the total').toEqual({ impressions, clicks })
  return { impressions, clicks, ctr }
}
const input = { title: 'Tea', description: 'Hot', target_url: 'tea.example' }
const create = (person: TestUser, body: Partial<Record<keyof AdInput, unknown>> = {}) =>
  as(app, person)(ads.create, { body: { ...input, ...body } })

test('shows users the active, running ads below their limit for the placement and school', async () => {
  const change = (column: string, value: string, id: string) =>
    sql.raw(`update ads set ${column} = ${value} where id = '${id}'`).execute(app.db)
  await makeAd(app, { title: 'for all' })
  await makeAd(app, { title: 'for ours', school: school.id })
  await makeAd(app, { title: 'for theirs', school: elsewhere.id })
  await makeAd(app, { title: 'in the feed', placement: 'feed' })
  for (const [title, column, value] of [
    ['off', 'is_active', 'false'],
    ['to come', 'start_date', `now() + interval '1 hour'`],
    ['over', 'end_date', `now() - interval '1 hour'`],
    ['running', 'end_date', `now() + interval '1 hour'`],
    ['begun', 'start_date', `now() - interval '1 hour'`],
  ] as const)
    await change(column, value, (await makeAd(app, { title })).id)
  const full = await makeAd(app, { title: 'full', max_impressions: 1 })
  await see(linus, full.id)
  expect((await served(ada)).sort()).toEqual(['begun', 'for all', 'for ours', 'running'])
  expect((await served(linus)).sort()).toEqual(['begun', 'for all', 'for theirs', 'running'])
  expect(await served(ada, 'feed')).toEqual(['in the feed'])
})

test('counts the limit of ten impressions for fifty concurrent users and then stops serving the ad', async () => {
  const { id } = await makeAd(app, { title: 'Ten', max_impressions: 10 })
  const crowd = await Promise.all(Array.from({ length: 50 }, () => makeUser(app, { school })))
  const answers = await Promise.all(crowd.map((person) => see(person, id)))
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  expect(answers.filter(({ body }) => body.counted)).toHaveLength(10)
  expect(await numbers(id)).toMatchObject({ impressions: 10 })
  expect(await served(ada)).toEqual([])
})

test('counts exactly the last fifty of five hundred concurrent impressions, and every click', async () => {
  const { id } = await makeAd(app, { title: 'Sixty', max_impressions: 60 })
  await app.db.updateTable('ads').set({ current_impressions: 10 }).where('id', '=', id).execute()
  await sql`insert into ad_days (ad_id, day, impressions) values (${id}, (now() at time zone 'UTC')::date, 10)`.execute(
    app.db,
  )
  const schools = [school, elsewhere]
  const crowd: TestUser[] = []
  while (crowd.length < 500)
    crowd.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, index) => makeUser(app, { school: schools[index % 2] ?? school })),
      )),
    )
  const click = (person: TestUser) => as(app, person)(ads.click, { params: { id }, body: {} })
  const answers = await Promise.all(crowd.map((person, index) => (index % 5 ? see(person, id) : click(person))))
  expect(answers.map(({ status }) => status)).toEqual(Array(500).fill(200))
  const counted = (clicks: boolean) =>
    answers.filter(({ body }, index) => body.counted && (index % 5 === 0) === clicks).length
  expect([counted(false), counted(true)]).toEqual([50, 100])
  expect(await numbers(id)).toMatchObject({ impressions: 60, clicks: 100 })
})

/** Counts an impression of the first user while its ad is locked, calls `meanwhile`, and releases the lock. */
async function whileFirstWaits<T>(
  id: string,
  meanwhile: (count: (person: TestUser) => Promise<boolean>) => Promise<T>,
) {
  const limits = await openRateLimits(Buffer.from('a key'))
  const counter = openAdCounter(app.db, limits)
  const count = ({ id: user, schoolId }: TestUser) => counter({ id: user, schoolId } as Viewer, id, 'impressions')
  const crowd = await Promise.all(Array.from({ length: 61 }, () => makeUser(app, { school })))
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%ad_days%'`.execute(app.db)
    ).rows.length
  const { counted, most } = await app.db.transaction().execute(async (trx) => {
    await sql`select from ads where id = ${id} for update`.execute(trx)
    const counted = [count(ada)]
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    counted.push(...crowd.map(count))
    await meanwhile(count)
    return { counted, most: await waiting() }
  })
  return { results: await Promise.allSettled(counted), most }
}

test('writes concurrent impressions of one ad together, with one connection', async () => {
  const { id } = await makeAd(app)
  const { results, most } = await whileFirstWaits(id, async () => {})
  expect(most, 'connections that wait').toBe(1)
  expect(results).toEqual(Array(62).fill({ status: 'fulfilled', value: true }))
  expect(await numbers(id)).toMatchObject({ impressions: 62 })
})

test('a ban refuses its user in a batch that is about to be written, and none of the others', async () => {
  const { id } = await makeAd(app)
  const mallory = await makeUser(app, { school })
  const trudy = await makeUser(app, { school: elsewhere })
  const late: Promise<boolean>[] = []
  const { results } = await whileFirstWaits(id, async (count) => {
    late.push(count(mallory), count(trudy), count(linus))
    for (const person of [mallory, trudy])
      await withTransaction(app.db, (ban) =>
        moderate(ban, { id: null, name: 'Dean' }, person, { type: 'ban', reason: 'Spam' }),
      )
  })
  const refusal = { status: 'rejected', reason: { status: 403, extra: { isBlocked: true } } }
  expect(await Promise.allSettled(late)).toMatchObject([refusal, refusal, { status: 'fulfilled', value: true }])
  expect(results).toEqual(Array(62).fill({ status: 'fulfilled', value: true }))
  expect(await numbers(id)).toMatchObject({ impressions: 63 })
})

test('counts a user once per minute for any number of impressions or clicks', async () => {
  const { id } = await makeAd(app)
  const click = () => as(app, ada)(ads.click, { params: { id }, body: { pageUrl: '/dashboard' } })
  await Promise.all([...Array.from({ length: 20 }, () => see(ada, id)), ...Array.from({ length: 20 }, click)])
  for (let others = 0; others < 2; others++) await see(await makeUser(app, { school }), id)
  expect(await numbers(id)).toEqual({ impressions: 3, clicks: 1, ctr: 33.3 })
  expect(await app.db.selectFrom('ad_impressions').selectAll().execute()).toEqual([])
  expect((await see(linus, (await makeAd(app, { school: school.id })).id)).status).toBe(404)
})

test.each([
  ['tea.example', 'https://tea.example'],
  ['//tea.example/a?b=c', 'https://tea.example/a?b=c'],
  ['tea.example:8080/x', 'https://tea.example:8080/x'],
  ['http://tea.example', 'http://tea.example'],
  ['#', '#'],
])('normalizes a target of %s to %s', async (given, kept) => {
  const { status, body } = await create(site, { target_url: given })
  expect([status, body.data?.target_url]).toEqual([201, kept])
})

test.each([
  [{ target_url: 'javascript:alert(1)' }, 'Enter a valid web address'],
  [{ target_url: 'data:text/html,x' }, 'Enter a valid web address'],
  [{ target_url: 'https://user:pass@tea.example' }, 'Enter a valid web address'],
  [{ target_url: 'https://tea.example\\@evil.example' }, 'Enter a valid web address'],
  [{ target_url: ' ' }, 'Please fill in all required fields'],
  [{ title: '' }, 'Please fill in all required fields'],
  [{ description: undefined }, 'Please fill in all required fields'],
  [{ max_impressions: 1.5 }, 'Max Impressions must be a whole number'],
  [{ max_impressions: 0 }, 'Max Impressions must be at least 1'],
  [
    { start_date: '2026-09-02T00:00:00Z', end_date: '2026-09-01T00:00:00Z' },
    'The end date has to be after the start date.',
  ],
  [{ target_audience: 'specific_school' }, 'Choose a school'],
])('rejects %o and creates no ad', async (change, error) => {
  const { status, body } = await create(site, change)
  expect([status, body.error]).toEqual([400, error])
  expect((await as(app, site)(ads.manage)).body.data).toEqual([])
})

test('applies defaults, keeps counters in an update and serves the image to all users until the ad is deleted', async () => {
  const picture = await makeUpload(app, site, { type: 'ad' })
  const { body } = await create(site, { image_url: picture.url, button_text: ' ' })
  expect(body.data).toMatchObject({
    button_text: 'Learn More',
    placement: 'sidebar',
    target_audience: 'all',
    is_active: true,
    current_impressions: 0,
    clicks: 0,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  })
  const { id } = body.data
  const fetched = async (person: TestUser) =>
    (await as(app, person)(media.file, { params: { file: picture.url.slice('/media/'.length) } })).status
  expect([await fetched(ada), await fetched(linus)]).toEqual([200, 200])
  await see(ada, id)
  const changed = await as(app, site)(ads.patch, { params: { id }, body: { is_active: false } })
  expect(changed.body.data).toMatchObject({ is_active: false, image_url: picture.url, current_impressions: 1 })
  await as(app, site)(ads.update, { params: { id }, body: { image_url: null } })
  expect(await fetched(ada)).toBe(404)
  expect((await as(app, site)(ads.remove, { params: { id } })).status).toBe(200)
  expect((await as(app, site)(ads.manage)).body.data).toEqual([])
  const stolen = await makeUpload(app, ada, { type: 'ad' })
  expect((await create(site, { image_url: stolen.url })).status).toBe(400)
})

test('lets a school’s administrator manage its own ads only after a grant', async () => {
  const plain = await makeUser(app, { school, role: 'admin' })
  for (const person of [plain, ada]) expect((await create(person)).status).toBe(403)
  const { body } = await create(dean)
  expect(body.data).toMatchObject({ target_audience: 'specific_school', target_school_id: school.id })
  expect((await create(dean, { target_audience: 'all' })).status).toBe(403)
  expect((await create(dean, { target_school_id: elsewhere.id })).status).toBe(403)
  const forAll = await makeAd(app, { title: 'for all' })
  const theirs = await makeAd(app, { school: elsewhere.id })
  for (const query of [{}, { school_id: elsewhere.id }])
    expect((await as(app, dean)(ads.manage, { query })).body.data.map(({ id }) => id)).toEqual([body.data.id])
  for (const { id } of [forAll, theirs]) {
    expect((await as(app, dean)(ads.patch, { params: { id }, body: { is_active: false } })).status).toBe(404)
    expect((await as(app, dean)(ads.remove, { params: { id } })).status).toBe(404)
  }
  const shown = (await as(app, site)(ads.manage, { query: { school_id: elsewhere.id } })).body.data
  expect(shown.map(({ id }) => id).sort()).toEqual([forAll.id, theirs.id].sort())
  const { rows } = await sql<{ action: string }>`select action from audit_log where actor_id = ${dean.id}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ action: 'ad.create' }])
})
