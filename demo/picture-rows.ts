import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../src/shared/server/db/pools.ts'
import type { DB } from '../src/shared/server/db/schema.gen.ts'
import type { Trx } from '../src/shared/server/db/transaction.ts'
import type { Storage } from '../src/shared/server/storage/storage.ts'
import { listSchoolsWithoutPictures } from './picture-record.ts'
import { eachConcurrently, type LoadOptions, loadRenderings } from './pictures/load.ts'
import { builtPictures, openPictureCache } from './pictures/picture-cache.ts'
import { type Order, ordersOfAds, ordersOfSchool, type Rendering, renderingKey } from './pictures/render.ts'

/** Files written concurrently: each waits for the disk. */
const concurrentWrites = 16
const minuteMs = 60_000

type School = { readonly id: string; readonly created_at: Date }
type Target = { readonly id: string; readonly owner_id: string | null; readonly created_at: Date }
type Picture = { readonly name: string; readonly order: Order; readonly target: Target; readonly rendering: Rendering }

const itemKinds = {
  face: 'avatar',
  teacher: 'professor',
  cover: 'cover',
  photo: 'post',
  ad: 'ad',
  event: 'event',
  listing: 'listing',
  group: 'group',
} as const

/** Like `addDemoPictures`, with the pictures drawn by the build. */
export const addBuiltPictures = (db: Db, storage: Storage) =>
  addDemoPictures(db, storage, {
    cache: openPictureCache(builtPictures),
    onDrawing: (count) => console.log(`Drawing ${count} pictures of the demo …`),
  })

/**
 * Adds the pictures of the demo, school by school, each in one transaction that also records that the school has them.
 * Only rows of the demo get pictures, and only where a user has not set one meanwhile.
 */
export async function addDemoPictures(
  db: Db,
  storage: Storage,
  options: LoadOptions,
): Promise<{ schools: number; pictures: number; drawn: number }> {
  const total = { schools: 0, pictures: 0, drawn: 0 }
  for (const school of await listSchoolsWithoutPictures(db)) {
    const { orders, targets } = await listOrders(db, school)
    const { renderings, drawn } = await loadRenderings(orders, options)
    const pictures = orders.flatMap((order): Picture[] => {
      const [target, rendering] = [targets.get(order.owner), renderings.get(renderingKey(order))]
      if (!target || !rendering) return []
      return [{ name: randomBytes(24).toString('base64url'), order, target, rendering }]
    })
    await storePictures(db, storage, school.id, pictures)
    total.schools++
    total.pictures += pictures.length
    total.drawn += drawn
  }
  return total
}

/** What to draw for a school, and the ids of the rows that show it. */
async function listOrders(db: Db, { id: schoolId, created_at }: School) {
  const users = await db
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .where('created_at', '<=', created_at)
    .select(['id', 'id as owner_id', 'name', 'email', 'avatar_url', 'cover_photo', 'created_at'])
    .execute()
  const posts = await db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('created_at', '<=', created_at)
    .where('group_id', 'is', null)
    .where(sql<boolean>`media_urls = '{}'`)
    .select(['id', 'author_id as owner_id', 'content', 'created_at'])
    .execute()
  const events = await db
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .where('created_at', '<=', created_at)
    .where('image_url', 'is', null)
    .select(['id', 'organizer_id as owner_id', 'title', 'created_at'])
    .execute()
  const listings = await db
    .selectFrom('listings')
    .where('school_id', '=', schoolId)
    .where('created_at', '<=', created_at)
    .where(sql<boolean>`images = '{}'`)
    .select(['id', 'seller_id as owner_id', 'title', 'created_at'])
    .execute()
  const professors = await db
    .selectFrom('professors')
    .where('school_id', '=', schoolId)
    .where('created_at', '<=', created_at)
    .where('avatar_url', 'is', null)
    .select(['id', sql<null>`null`.as('owner_id'), 'name', 'created_at'])
    .execute()
  const groups = await db
    .selectFrom('groups')
    .where('school_id', '=', schoolId)
    .where('created_at', '<=', created_at)
    .where('banner_url', 'is', null)
    .where('avatar_url', 'is', null)
    .select(['id', sql<null>`null`.as('owner_id'), 'name', 'created_at'])
    .execute()
  const dean = users.find(({ email }) => /^(dean|head)@/.test(email))
  const ads = await db
    .selectFrom('ads')
    .where('created_at', '<=', created_at)
    .where('image_url', 'is', null)
    .select(['id', sql<string | null>`${dean?.id ?? null}::uuid`.as('owner_id'), 'title', 'created_at'])
    .execute()
  const illustrated = users.flatMap(({ id, avatar_url, cover_photo }) => [
    ...(avatar_url === null ? [] : [`face ${id}`]),
    ...(cover_photo === null ? [] : [`cover ${id}`]),
  ])
  const orders = [
    ...ordersOfSchool({ users, posts, events, listings, professors, groups }),
    ...(dean ? ordersOfAds(ads) : []),
  ].filter(({ kind, owner }) => !illustrated.includes(`${kind} ${owner}`))
  const rows: Target[] = [users, posts, events, listings, professors, groups, ads].flat()
  return { orders, targets: new Map(rows.map((row) => [row.id, row])) }
}

async function storePictures(db: Db, storage: Storage, schoolId: string, pictures: readonly Picture[]) {
  const files = pictures.flatMap(({ name, rendering: { full, variants } }) => [
    { name: `${name}.webp`, webp: full },
    ...variants.map(({ width, webp }) => ({ name: `${name}-${width}.webp`, webp })),
  ])
  const due_at = sql<Date>`now() + interval '1 hour'` // a job removes files that an interrupted start has stored
  if (files.length > 0)
    await db
      .insertInto('abandoned_files')
      .values(files.map(({ name }) => ({ school_id: schoolId, file: name, due_at })))
      .execute()
  await eachConcurrently(files, concurrentWrites, ({ name, webp }) => storage.put({ schoolId, name }, webp))
  await db.transaction().execute(async (trx) => {
    if (pictures.length > 0) await attach(trx, schoolId, pictures)
    await trx.insertInto('demo_pictures').values({ school_id: schoolId }).execute()
    for (let done = 0; done < files.length; done += 1000)
      await trx
        .deleteFrom('abandoned_files')
        .where('school_id', '=', schoolId)
        .where(
          'file',
          'in',
          files.slice(done, done + 1000).map(({ name }) => name),
        )
        .execute()
  })
}

async function attach(trx: Trx, schoolId: string, pictures: readonly Picture[]) {
  const rows = pictures.map(({ name, order, target, rendering }): Insertable<DB['uploads']> => {
    const { width, height, full, variants, thumbhash, fingerprints } = rendering
    return {
      school_id: schoolId,
      name,
      owner_id: target.owner_id,
      purpose: itemKinds[order.kind],
      kind: 'image',
      extension: 'webp',
      bytes: full.length,
      width,
      height,
      widths: variants.map((variant) => variant.width),
      thumbhash,
      pixels: Buffer.from(fingerprints.pixels, 'hex'),
      phash: fingerprints.phash,
      item_kind: itemKinds[order.kind],
      item_id: target.id,
      position: order.position,
      created_at: new Date(target.created_at.getTime() - (target.created_at.getTime() % minuteMs)),
    }
  })
  await trx.insertInto('uploads').values(rows).execute()
  const added = sql`(select item_kind, item_id, position, name, '/media/' || name || '.webp' as url from uploads
    where school_id = ${schoolId} and name = any(${pictures.map(({ name }) => name)}::text[])) as added`
  const update = (table: string, set: string, kind: string, position = 0) =>
    sql`update ${sql.table(table)} as of set ${sql.ref(set)} = added.url from ${added}
      where of.school_id = ${schoolId} and of.id = added.item_id and added.item_kind = ${kind} and added.position = ${position}`.execute(
      trx,
    )
  await update('users', 'avatar_url', 'avatar')
  await update('users', 'cover_photo', 'cover')
  await update('events', 'image_url', 'event')
  await update('professors', 'avatar_url', 'professor')
  await update('groups', 'banner_url', 'group', 0)
  await update('groups', 'avatar_url', 'group', 1)
  await sql`update listings set images = array[added.url] from ${added}
    where listings.school_id = ${schoolId} and item_kind = 'listing' and item_id = listings.id`.execute(trx)
  await sql`update posts set type = 'image', media_urls = album.urls
    from (select item_id, array_agg(url order by position) as urls from ${added} where item_kind = 'post' group by item_id) as album
    where posts.school_id = ${schoolId} and posts.id = album.item_id`.execute(trx)
  await sql`update ads set image_url = added.url from ${added} where item_kind = 'ad' and item_id = ads.id`.execute(trx)
  await sql`insert into report_images (school_id, report_id, position, name)
    select ${schoolId}, reports.id, added.position, added.name from reports join ${added}
      on added.item_kind = reports.kind and added.item_id = reports.content_id
    where reports.school_id = ${schoolId}
    on conflict do nothing`.execute(trx)
}
