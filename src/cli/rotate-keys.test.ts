// Rotates the key that seals authors: authors keep access to their items throughout, and at the end the former key
// decrypts nothing.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { personalDataRegistry } from '../app/registries.ts'
import { buildServer } from '../app/server.ts'
import { removeDeletedAccounts } from '../features/account/server/deletion.ts'
import { endAuthorship } from '../features/account/server/ended-authorship.ts'
import { sealAuditLog, verifyAuditLog } from '../features/admin/server/audit-chain.ts'
import { confessions } from '../features/confessions/contract.ts'
import { decisions } from '../features/decisions/contract.ts'
import { content } from '../features/moderation/content-contract.ts'
import { reports } from '../features/moderation/report-contract.ts'
import { notifications } from '../features/notifications/contract.ts'
import { comments, posts } from '../features/posts/contract.ts'
import { ratings } from '../features/professors/contract.ts'
import { loadPushKey } from '../features/push/server/keys.ts'
import type { WrappedEpoch } from '../shared/server/crypto/anonymity.ts'
import { type AuthorKeys, openAuthorKeys } from '../shared/server/crypto/author-keys.ts'
import { openEpochRings } from '../shared/server/keys/epoch-rings.ts'
import { openKeysHere } from '../shared/server/keys/keys.ts'
import type { App } from '../shared/server/services.ts'
import { as, openTestApp, testConfig } from '../testing/app.ts'
import { campus } from '../testing/campus.ts'
import { turnOnEnding } from '../testing/ending-authorship.ts'
import { makeConfession } from '../testing/factories/confessions.ts'
import { makeReport } from '../testing/factories/posts.ts'
import { makeProfessor, sampleRating } from '../testing/factories/professors.ts'
import type { TestUser } from '../testing/factories/users.ts'
import { listKeys, resealMonths, sealedTables } from './epoch-keys.ts'
import { recount } from './recount.ts'
import { rotateKeys } from './rotate-keys.ts'

const former = testConfig.secretKey ?? ''
const newest = 'the key that comes after it, long enough as well'

async function withKeys<T>(app: App, key: string, olderKeys: readonly string[], work: (app: App) => Promise<T>) {
  const other = await buildServer(app.config, app.db, await openKeysHere([key, ...olderKeys]))
  await other.http.ready()
  try {
    return await work(other)
  } finally {
    await other.http.close()
  }
}

/** Creates every kind of sealed item for one author; `grace` reports and likes. */
async function writeAll(app: App, ada: TestUser, grace: TestUser, dean: TestUser) {
  const professor = await makeProfessor(app, grace)
  const body = { content: 'No one knows', is_anonymous: true }
  const post = (await as(app, ada)(posts.create, { body })).body.data
  await as(app, ada)(comments.create, { body: { post_id: post.id, content: 'Nor this' } })
  await makeReport(app, grace, post)
  await as(app, grace)(posts.like, { params: { id: post.id } }) // a job will notify the author
  const confession = await makeConfession(app, ada)
  for (const liker of [grace, dean]) await as(app, liker)(confessions.like, { params: { id: confession.id } })
  await as(app, ada)(ratings.create, { params: { id: professor.id }, body: { ...sampleRating, anonymous: true } })
  const removed = await makeConfession(app, ada)
  await as(app, dean)(content.remove, { params: { id: removed.id } })
  return { post, confession, professor }
}

/** What the author, a reader and a moderator see with these keys. */
async function look(app: App, { ada, grace, dean }: Record<'ada' | 'grace' | 'dean', TestUser>, made: CreatedItem) {
  const params = { id: made.post.id }
  const rate = { params: { id: made.professor.id }, body: { ...sampleRating, anonymous: true } }
  const liked = { params: { id: made.confession.id } }
  const seen = {
    post: (await as(app, ada)(posts.show, { params })).body.data.is_author,
    comment: (await as(app, ada)(comments.list, { params })).body.data[0]?.is_author,
    confession: (await as(app, ada)(confessions.list)).body.data.some(({ is_author }) => is_author),
    decisions: (await as(app, ada)(decisions.list)).body.data.length,
    notHers: (await as(app, grace)(posts.show, { params })).body.data.is_author,
    ratedAgain: (await as(app, ada)(ratings.create, rate)).status,
    ratings: (await as(app, ada)(ratings.list, { params: { id: made.professor.id } })).body.data.length,
    takenBack: (await as(app, grace)(confessions.like, liked)).body.data.is_liked,
    likedAgain: (await as(app, grace)(confessions.like, liked)).body.data.is_liked,
    stillLiked: (await as(app, dean)(confessions.list)).body.data.some(({ is_liked }) => is_liked),
    revealed: (
      await as(app, dean)(content.reveal, { params, body: { type: 'post', reason: 'A drill of changing the key' } })
    ).status,
    reported: (await as(app, dean)(reports.list)).body.data.reports[0]?.reported_user_name,
  }
  return seen
}
type CreatedItem = Awaited<ReturnType<typeof writeAll>>

const whole = {
  post: true,
  comment: true,
  confession: true,
  decisions: 1,
  notHers: false,
  ratedAgain: 201, // the same reply as for a first rating, but not stored
  ratings: 1,
  takenBack: false,
  likedAgain: true,
  stillLiked: true,
  reported: 'Ada Castellan',
  revealed: 200,
}

test('authors keep access to their items during and after a rotation, and the former key decrypts nothing', async () => {
  const { app, school, ada, grace, dean } = await campus({
    people: { ada: { name: 'Ada Castellan' }, grace: {}, dean: { role: 'admin' } },
  })
  const people = { ada, grace, dean }
  const pushKey = await loadPushKey(app)
  const made = await writeAll(app, ada, grace, dean)
  expect(await look(app, people, made)).toEqual(whole)

  const later = await withKeys(app, newest, [former], async (both) => {
    expect(await look(both, people, made), 'the former key still decrypts').toEqual(whole)
    return (await as(both, ada)(posts.create, { body: { content: 'Later', is_anonymous: true } })).body.data
  })
  const withFormerAlone = await as(app, ada)(posts.show, { params: { id: later.id } })
  expect(withFormerAlone.body.data.is_author, 'the newest key seals').toBe(false)

  await sealAuditLog(app.db, app.anonymity)
  const { sealed } = await verifyAuditLog(app.db, app.anonymity)
  expect(await rotateKeys(app.db, newest, [former])).toBe(
    `1 posts, 1 comments, 1 ratings, 2 confessions, 1 moderation_actions, 1 reports, 1 openings, 0 unopened, 1 likes, ${sealed} seals, 1 push_keys, 0 evidence, 0 vanished`,
  )
  expect((await verifyAuditLog(app.db, (await openKeysHere([newest])).anonymity)).wrong).toEqual([])
  expect((await verifyAuditLog(app.db, (await openKeysHere([former])).anonymity)).wrong).toHaveLength(sealed)
  await withKeys(app, newest, [], async (rotated) => {
    expect(await look(rotated, people, made)).toEqual(whole)
    expect(await loadPushKey(rotated), 'devices stay subscribed').toEqual(pushKey)
    const { rows } = await sql<{ payload: unknown }>`
      delete from graphile_worker._private_jobs where payload::jsonb ? 'sealedNotice' returning payload`.execute(app.db)
    for (const job of rotated.notifications.jobs(app.db)) for (const { payload } of rows) await job.run(payload)
    const told = (await as(rotated, ada)(notifications.list)).body.data
    expect(
      told.map(({ kind }) => kind),
      'notices that waited during the rotation arrive',
    ).toContain('like')
  })

  const thief = openAuthorKeys(former)
  for (const [table, kind] of Object.entries(sealedTables)) {
    const { rows } = await sql<{ id: string; author_tag: Buffer; author_seal: Buffer }>`
      select id, author_tag, author_seal from ${sql.table(table)} where author_seal is not null`.execute(app.db)
    expect(rows.length, table).toBeGreaterThan(0)
    for (const { id, author_tag, author_seal } of rows) {
      const item = { schoolId: school.id, kind, id }
      expect(thief.isAuthor(ada.id, item, author_tag)).toBe(false)
      await expect(thief.unseal(author_seal, item)).rejects.toThrow()
    }
  }
})

test('servers with both keys are used while the keys are rotated, and nothing is lost or counted twice', async () => {
  const { app, ada, grace } = await campus({ people: { ada: {}, grace: {} } })
  const professor = await makeProfessor(app, grace)
  const rate = { params: { id: professor.id }, body: { ...sampleRating, anonymous: true } }
  await as(app, ada)(ratings.create, rate)
  const made: { id: string }[] = []
  for (let count = 0; count < 12; count++) {
    const confession = await makeConfession(app, count % 2 ? ada : grace)
    if (count % 3 === 0) await as(app, ada)(confessions.like, { params: { id: confession.id } })
    made.push(confession)
  }
  await withKeys(app, newest, [former], async (both) => {
    let isRotated = false
    const statuses = new Set<number>()
    let toggles = 0
    const use = async () => {
      for (let at = 0; !isRotated || at < 24; at++) {
        const { id } = made[at % made.length] as (typeof made)[number]
        statuses.add((await as(both, ada)(confessions.like, { params: { id } })).status)
        toggles++
        if (at % 5 === 0) statuses.add((await as(both, grace)(confessions.list)).status)
        if (at % 7 === 0) expect((await as(both, ada)(ratings.create, rate)).status).toBe(201)
      }
    }
    const using = use()
    await rotateKeys(app.db, newest, [former])
    isRotated = true
    await using
    expect([...statuses]).toEqual([200])
    expect(toggles).toBeGreaterThanOrEqual(24)
    // What a server has written with a former key before it was restarted is found by another run.
    await rotateKeys(app.db, newest, [former])
    const seen = (await as(both, ada)(confessions.list, { query: { limit: 50 } })).body.data
    await withKeys(app, newest, [], async (after) => {
      const { data } = (await as(after, ada)(confessions.list, { query: { limit: 50 } })).body
      expect(
        data.map(({ id, is_liked, is_author, likes_count }) => ({ id, is_liked, is_author, likes_count })),
      ).toEqual(seen.map(({ id, is_liked, is_author, likes_count }) => ({ id, is_liked, is_author, likes_count })))
      for (const { is_liked, likes_count } of data) expect(likes_count).toBe(is_liked ? 1 : 0)
      expect(data.filter(({ is_author }) => is_author)).toHaveLength(6)
      expect((await as(after, ada)(ratings.create, rate)).status).toBe(201)
      const { ratings: count } = await app.db
        .selectFrom('ratings')
        .select((eb) => eb.fn.countAll<number>().as('ratings'))
        .executeTakeFirstOrThrow()
      expect(Number(count), 'still one rating').toBe(1)
    })
    expect(await recount(app.db)).toEqual([])
  })
})

test('a forgotten author does not prevent the rotation, and stays forgotten', async () => {
  const { app, school, ada, grace, dean } = await campus({ people: { ada: {}, grace: {}, dean: { role: 'admin' } } })
  const { post } = await writeAll(app, ada, grace, dean)
  await sql`update users set deleted_at = now() - interval '29.5 days', anonymous_items = 'keep' where id = ${ada.id}`.execute(
    app.db,
  )
  await removeDeletedAccounts(app.db, app.anonymity, personalDataRegistry)
  await makeConfession(app, grace)
  expect(await rotateKeys(app.db, newest, [former])).toMatch(
    /^0 posts, 0 comments, 0 ratings, 1 confessions, 0 moderation_actions, 0 reports.* 5 unopened/,
  )
  const { author_seal } = await app.db
    .selectFrom('posts')
    .where('id', '=', post.id)
    .select('author_seal')
    .executeTakeFirstOrThrow()
  const item = { schoolId: school.id, kind: 'post', id: post.id }
  await expect(openAuthorKeys(newest, [former]).unseal(author_seal ?? Buffer.alloc(0), item)).rejects.toThrow()
})

test('refuses a key that decrypts nothing, and changes nothing', async () => {
  const { app, ada, grace } = await campus({ people: { ada: {} }, foreign: { people: { grace: {} } } })
  await makeConfession(app, ada)
  await makeConfession(app, grace)
  const before = await app.db.selectFrom('confessions').select(['id', 'author_tag']).orderBy('id').execute()
  await expect(rotateKeys(app.db, newest, ['a key that this school never had, long enough'])).rejects.toThrow(
    'SECRET_KEY_OLD',
  )
  expect(await app.db.selectFrom('confessions').select(['id', 'author_tag']).orderBy('id').execute()).toEqual(before)
})

/** How many tags and seals these keys of months open for Ada. */
async function countOpened(app: App, secretKey: string, wrapped: readonly WrappedEpoch[], ada: TestUser) {
  const [keys, epochs] = [openAuthorKeys(secretKey), openEpochRings([secretKey])]
  let count = 0
  for (const [table, kind] of Object.entries(sealedTables)) {
    const { rows } = await sql<{ id: string; author_tag: Buffer; author_seal: Buffer }>`
      select id, author_tag, author_seal from ${sql.table(table)} where author_seal is not null`.execute(app.db)
    for (const { id, author_tag, author_seal } of rows)
      for (const epoch of wrapped) {
        const item = { schoolId: ada.schoolId, kind, id }
        if (keys.isAuthor(ada.id, item, author_tag, epochs.open(epoch))) count++
        if (await keys.unseal(author_seal, item, epochs.open(epoch)).catch(() => undefined)) count++
      }
  }
  return count
}

test('a rotation wraps the keys of months again, and with --reseal the former ones open nothing', async () => {
  const { app, school, ada, grace, dean } = await campus({
    people: { ada: { name: 'Ada Castellan' }, grace: {}, dean: { role: 'admin' } },
  })
  await turnOnEnding(app, school.id, 365)
  const people = { ada, grace, dean }
  const made = await writeAll(app, ada, grace, dean)
  expect(await look(app, people, made)).toEqual(whole)
  const stolen = await listKeys(app.db, school.id)
  expect(stolen.map(({ epoch }) => epoch)).toEqual([expect.stringMatching(/-01$/), 'infinity'])
  const opened = await countOpened(app, former, stolen, ada)
  expect(opened).toBe(12)

  expect(await rotateKeys(app.db, newest, [former])).toMatch(/^2 month_keys, 0 posts, 0 comments, 0 ratings, 0 conf/)
  await withKeys(app, newest, [], async (rotated) => expect(await look(rotated, people, made)).toEqual(whole))
  expect(await countOpened(app, former, await listKeys(app.db, school.id), ada), 'wrapped by the new key').toBe(0)
  expect(await countOpened(app, former, stolen, ada), 'the keys are the same').toBe(opened)

  const next = 'a third key, since the former keys of months were copied'
  expect(await rotateKeys(app.db, next, [newest], { reseal: true, waitMs: 0 })).toMatch(/, [1-9]\d* resealed/)
  expect(await countOpened(app, former, stolen, ada)).toBe(0)
  await withKeys(app, next, [], async (resealed) => {
    expect(await look(resealed, people, made)).toEqual(whole)
    // The first run notifies the author of the opening, the second destroys.
    for (let run = 0; run < 2; run++)
      await endAuthorship(resealed, personalDataRegistry, { now: sql`now() + interval '400 days'` })
    expect(await countOpened(app, next, await listKeys(app.db, school.id), ada)).toBe(0)
    const rated = await as(resealed, ada)(ratings.list, { params: { id: made.professor.id } })
    expect(rated.body.data.map(({ is_author }) => is_author)).toEqual([false])
  })
})

test('a rotation that was interrupted with two keys of a month leaves one', async () => {
  const { app, school, ada, grace, dean } = await campus({ people: { ada: {}, grace: {}, dean: { role: 'admin' } } })
  await turnOnEnding(app, school.id, 365)
  await writeAll(app, ada, grace, dean)
  const [month] = await listKeys(app.db, school.id)
  const rings = openEpochRings([former])
  const two = Buffer.concat([rings.create(school.id, month?.epoch ?? ''), month?.wrapped ?? Buffer.alloc(0)])
  await sql`update seal_epochs set wrapped_key = ${two} where school_id = ${school.id} and epoch <> 'infinity'`.execute(
    app.db,
  )
  await rotateKeys(app.db, newest, [former], { reseal: true, waitMs: 0 })
  const [after, ...others] = await listKeys(app.db, school.id)
  expect(others.map(({ epoch }) => epoch)).toEqual(['infinity'])
  expect(after?.wrapped).toHaveLength(month?.wrapped.length ?? 0)
  expect(await countOpened(app, newest, after ? [after] : [], ada)).toBe(12)
})

test('authors keep what they write in a month that begins while the keys of months are replaced', async () => {
  const { app, school, ada, grace, dean } = await campus({ people: { ada: {}, grace: {}, dean: { role: 'admin' } } })
  await turnOnEnding(app, school.id, 365)
  const made = await writeAll(app, ada, grace, dean)
  const keys = openAuthorKeys(former)
  let isNext = false
  const pausing: AuthorKeys = {
    ...keys,
    async unsealContent(...args) {
      if (!isNext) {
        isNext = true
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 })
        await makeConfession(app, ada)
        vi.useRealTimers()
      }
      return keys.unsealContent(...args)
    },
  }
  await resealMonths(app.db, openEpochRings([former]), pausing, 0)
  await app.epochs.refresh()
  expect((await listKeys(app.db, school.id)).map(({ epoch }) => epoch)).toHaveLength(3)
  const own = (await as(app, ada)(confessions.list)).body.data.map(({ is_author }) => is_author)
  expect(own).toEqual([true, true])
  const post = await as(app, ada)(posts.show, { params: { id: made.post.id } })
  expect(post.body.data.is_author).toBe(true)
})

test('refuses to rotate on the schema of a newer release, which may seal in other columns', async () => {
  const { app } = await campus()
  await sql`insert into migrations (version, name, checksum, min_reader) values (9999, '9999_planted.sql', '', 0)`.execute(
    app.db,
  )
  await expect(rotateKeys(app.db, newest, [former])).rejects.toThrow('The database has migration 9999_planted.sql')
})

test('the rotation covers every column of keyed bytes', async () => {
  const { db } = await openTestApp()
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1`.execute(db)
  const renewed = Object.keys(sealedTables).flatMap((table) => [`${table}.author_seal`, `${table}.author_tag`])
  const others = [
    'audit_seals.seal',
    'evidence.wrapped_key',
    'confession_likes.author_tag',
    'moderation_actions.author_mark',
    'ratings.once_tag',
    'push_keys.private_sealed',
    'reports.author_seal',
    'seal_epochs.wrapped_key',
    'pending_items.owner',
    'pending_items.sealed',
    'seal_requests.author_seal',
    'vanished.sealed',
  ]
  const removed = [
    'calendar_links.token_hash',
    'idempotency_keys.key_hash',
    'idempotency_keys.sealed_reply',
    'notifications.inbox',
    'notifications.sealed',
    'upload_days.owner',
  ]
  const unkeyed = [
    'listing_dates.digest', // of a text that is public while it is listed
    'backups.sha256', // of an archive
    'exports.envelope',
    'exports.public_key',
    'blocked_files.sha256', // of a file, like those of uploads
    'media_blocklist.pixels', // of an image, like those of uploads
    'notices.token_hash',
    'push_subscriptions.endpoint_hash',
    'sessions.token_hash',
    'sign_in_attempts.state_hash',
    'uploads.pixels',
    'uploads.sha256',
    'uploads.thumbhash',
  ]
  const ofMinutes = ['ad_impressions.hash', 'ad_sightings.hash'] // a table and the view of its former name
  expect(rows.map(({ column }) => column)).toEqual([...renewed, ...others, ...removed, ...unkeyed, ...ofMinutes].sort())
})
