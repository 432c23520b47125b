import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../src/shared/server/services.ts'
import type { Storage } from '../src/shared/server/storage/storage.ts'
import { openTestApp } from '../src/testing/app.ts'
import { listDemoOrders } from './campus.ts'
import { listSchoolsWithoutPictures } from './picture-record.ts'
import { addDemoPictures } from './picture-rows.ts'
import { loadRenderings } from './pictures/load.ts'
import { drawPortrait } from './pictures/people.ts'
import { openPictureCache, type PictureCache } from './pictures/picture-cache.ts'
import { type Rendering, renderingKey } from './pictures/render.ts'

let app: App
const folder = await mkdtemp(join(tmpdir(), 'quad-pictures-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The test database holds one demo per test. */
beforeEach(async () => {
  app = await openTestApp(undefined, { demo: true })
})

const rendering: Rendering = {
  width: 400,
  height: 300,
  thumbhash: Buffer.from('thumb'),
  fingerprints: { pixels: 'ab'.repeat(32), phash: '01'.repeat(32) },
  full: Buffer.from('full'),
  variants: [{ width: 320, webp: Buffer.from('small') }],
}
/** Pretends to have every picture, and records the requested ones. */
function fullCache(): PictureCache & { readonly asked: Set<string> } {
  const asked = new Set<string>()
  return {
    asked,
    get: async (key) => {
      asked.add(key)
      return rendering
    },
    put: () => Promise.reject(new Error('nothing is missing')),
    keepOnly: async () => {},
  }
}

const queryRows = async (statement: string) => (await sql.raw<Record<string, string>>(statement).execute(app.db)).rows

/** Demo users with a face, but without an avatar whose files are stored. */
async function listUsersWithoutAvatar() {
  const users = await queryRows(
    "select users.email, users.name, uploads.name as file, users.school_id from users left join uploads on avatar_url = '/media/' || uploads.name || '.webp'",
  )
  const incomplete: string[] = []
  for (const { email = '', name = '', file, school_id: schoolId = '' } of users) {
    if (drawPortrait({ name, email }) === null) continue
    const stored = file ? await app.storage.open({ schoolId, name: `${file}.webp` }) : undefined
    await stored?.close()
    if (!stored) incomplete.push(email)
  }
  return incomplete
}

test('the build draws exactly the pictures that a new demo shows', async () => {
  const cache = fullCache()
  await addDemoPictures(app.db, app.storage, { cache })
  expect(cache.asked.size).toBeGreaterThan(400)
  expect(new Set((await listDemoOrders()).map(renderingKey))).toEqual(cache.asked)
  expect(await listUsersWithoutAvatar()).toEqual([])
})

test('an upload before the demo pictures are added does not prevent any of them', async () => {
  const [ada] = await queryRows(`select id, school_id from users where email = 'ada@northfield.example'`)
  const own = 'A'.repeat(32)
  await sql`insert into uploads (school_id, name, owner_id, purpose, kind, extension, bytes, item_kind, item_id)
    values (${ada?.school_id}, ${own}, ${ada?.id}, 'avatar', 'image', 'webp', 4, 'avatar', ${ada?.id})`.execute(app.db)
  await sql`update users set avatar_url = '/media/' || ${own} || '.webp' where id = ${ada?.id}`.execute(app.db)
  await app.storage.put({ schoolId: ada?.school_id ?? '', name: `${own}.webp` }, Buffer.from('own'))
  await sql`insert into posts (school_id, id, author_id, content, type)
    values (${ada?.school_id}, gen_random_uuid(), ${ada?.id}, 'Look: It’s snowing.', 'text')`.execute(app.db)

  await addDemoPictures(app.db, app.storage, { cache: fullCache() })
  expect(await listUsersWithoutAvatar()).toEqual([])
  expect(await queryRows(`select avatar_url from users where email = 'ada@northfield.example'`)).toEqual([
    { avatar_url: `/media/${own}.webp` },
  ])
  expect(await queryRows(`select media_urls from posts where content = 'Look: It’s snowing.'`)).toEqual([
    { media_urls: [] },
  ])
  const empty = `media_urls = '{}' and content like 'Rowing at 5:40%'`
  expect(await queryRows(`select from posts where ${empty}`)).toEqual([])
})

test('a second run completes an interrupted one, and a third changes nothing', async () => {
  let left = 30
  const failing: Storage = {
    ...app.storage,
    put: (file, source) =>
      left-- > 0 ? app.storage.put(file, source) : Promise.reject(new Error('The disk is full.')),
  }
  await expect(addDemoPictures(app.db, failing, { cache: fullCache() })).rejects.toThrow('The disk is full.')
  expect(await listSchoolsWithoutPictures(app.db)).toHaveLength(3)
  expect(await queryRows('select from uploads')).toEqual([])
  const [{ count } = { count: '' }] = await queryRows('select count(*) from abandoned_files where due_at > now()')
  expect(Number(count), 'a job removes the stored files').toBeGreaterThanOrEqual(30)

  await sql`delete from abandoned_files`.execute(app.db)
  const first = await addDemoPictures(app.db, app.storage, { cache: fullCache() })
  expect(first).toMatchObject({ schools: 3, drawn: 0 })
  expect(await listUsersWithoutAvatar()).toEqual([])
  expect(await queryRows('select from abandoned_files')).toEqual([])
  expect(await queryRows('select from uploads where pixels is null'), 'no job has to decode them').toEqual([])

  await sql`update users set avatar_url = null where email = 'ada@northfield.example'`.execute(app.db)
  expect(await addDemoPictures(app.db, app.storage, { cache: fullCache() })).toMatchObject({ pictures: 0 })
  expect(await listUsersWithoutAvatar(), 'a user who removed the avatar gets no new one').toEqual([
    'ada@northfield.example',
  ])
})

test('the migration recognizes schools that got their pictures from an earlier release', async () => {
  const migration = readFileSync('migrations/0150_demo_pictures.sql', 'utf8')
  const insert = migration.slice(migration.indexOf('insert into'))
  await sql`insert into uploads (school_id, name, owner_id, purpose, kind, extension, bytes, item_kind, item_id)
    select school_id, repeat('B', 32), id, 'avatar', 'image', 'webp', 4, 'avatar', id from users
    where email = 'linus@easton.example'`.execute(app.db)
  await sql.raw(insert).execute(app.db)
  expect(await listSchoolsWithoutPictures(app.db), 'one upload of a user does not count').toHaveLength(3)
  await addDemoPictures(app.db, app.storage, { cache: fullCache() })
  await sql`delete from demo_pictures`.execute(app.db)
  await sql.raw(insert).execute(app.db)
  expect((await listSchoolsWithoutPictures(app.db)).map(({ email_domain }) => email_domain)).toEqual([
    'westbrook.example', // which has nothing to draw
  ])
})

test('draws missing and damaged pictures, and caches them if the folder is writable', async () => {
  const orders = (await listDemoOrders()).filter(({ kind }) => kind === 'face').slice(0, 3)
  const cache = openPictureCache(join(folder, 'cache'))
  const counts: number[] = []
  const load = async (from = cache) => {
    const { renderings, drawn } = await loadRenderings(orders, {
      cache: from,
      onDrawing: (count) => counts.push(count),
    })
    expect([...renderings.keys()].sort()).toEqual(orders.map(renderingKey).sort())
    return drawn
  }
  expect(await load()).toBe(3)
  expect(await load()).toBe(0)
  const [first = ''] = await readdir(join(folder, 'cache'))
  await writeFile(join(folder, 'cache', first), 'damaged')
  await writeFile(join(folder, 'cache', 'former.picture'), 'of former sources')
  expect(await load()).toBe(1)
  await cache.keepOnly(new Set(orders.map(renderingKey)))
  expect((await readdir(join(folder, 'cache'))).sort()).toEqual(
    orders.map((order) => `${renderingKey(order)}.picture`).sort(),
  )
  expect(counts).toEqual([3, 1])
  await writeFile(join(folder, 'file'), '')
  expect(await load(openPictureCache(join(folder, 'file/cache'))), 'a folder that is not writable').toBe(3)
})
