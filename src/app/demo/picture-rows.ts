import { type Insertable, sql } from 'kysely'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { widths } from '../../features/media/contract.ts'
import type { Db } from '../../shared/server/db.ts'
import type { DB } from '../../shared/server/schema.gen.ts'
import type { Storage } from '../../shared/server/storage.ts'
import { adSubjects } from './ads.ts'
import { diceFor } from './pictures/people.ts'
import {
  adOrders,
  eventOrders,
  groupOrders,
  listingOrders,
  peopleOrders,
  postOrders,
  type Rendered,
  renderAll,
  teacherOrders,
} from './pictures/render.ts'
import { demoSchools } from './schools.ts'

/** Longest side of the small picture that a thumbhash is made of. */
const thumbSide = 100
const minute = 60_000

type Shown = { readonly id: string; readonly owner_id: string | null; readonly at: Date }

/**
 * Gives the demo's people their faces and covers and its posts their pictures, school by school, each all at once.
 * Drawing takes some seconds, so this is done when the server already answers; a school that has its pictures is
 * left alone, like any that is not of the demo, and one whose drawing was cut short is drawn anew.
 */
export async function hangPictures(db: Db, storage: Storage): Promise<void> {
  const schools = await db
    .selectFrom('schools')
    .where(
      'email_domain',
      'in',
      demoSchools.map((school) => school.email_domain),
    )
    .where((has) =>
      has.not(has.exists(has.selectFrom('uploads').whereRef('uploads.school_id', '=', 'schools.id').select('name'))),
    )
    .select('id')
    .orderBy('name')
    .execute()
  for (const { id } of schools) await hangSchool(db, storage, id)
}

async function hangSchool(db: Db, storage: Storage, schoolId: string) {
  const people = await db
    .selectFrom('users')
    .where('school_id', '=', schoolId)
    .select(['id', 'id as owner_id', 'name', 'email', 'created_at as at'])
    .execute()
  const posts = await db
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('group_id', 'is', null)
    .select(['id', 'author_id as owner_id', 'content', 'created_at as at'])
    .execute()
  const groups = await db
    .selectFrom('groups')
    .where('school_id', '=', schoolId)
    .select(['id', 'name', 'created_at as at'])
    .execute()
  const events = await db
    .selectFrom('events')
    .where('school_id', '=', schoolId)
    .select(['id', 'organizer_id as owner_id', 'title', 'created_at as at'])
    .execute()
  const listings = await db
    .selectFrom('listings')
    .where('school_id', '=', schoolId)
    .select(['id', 'seller_id as owner_id', 'title', 'created_at as at'])
    .execute()
  const professors = await db
    .selectFrom('professors')
    .where('school_id', '=', schoolId)
    .select(['id', sql<null>`null`.as('owner_id'), 'name', 'created_at as at'])
    .execute()
  const dean = people.find(({ email }) => /^(dean|head)@/.test(email))
  const ads = (
    await db.selectFrom('ads').where('image_url', 'is', null).select(['id', 'title', 'created_at as at']).execute()
  )
    .map((ad) => ({ ...ad, owner_id: dean?.id ?? null, subject: adSubjects.get(ad.title) }))
    .flatMap((ad) => (ad.subject ? [{ ...ad, subject: ad.subject }] : []))
  const shown = new Map<string, Shown>([
    ...people.map((person) => [person.email, person] as const),
    ...posts.map((post) => [post.content, post] as const),
    ...ads.map((ad) => [ad.title, ad] as const),
    ...[...events, ...listings, ...professors].map((item) => [item.id, item] as const),
    ...groups.map((group) => [group.id, { ...group, owner_id: null }] as const),
  ])
  const rendered = await renderAll([
    ...peopleOrders(people),
    ...adOrders(ads),
    ...postOrders(posts.map(({ content }) => content)),
    ...eventOrders(events),
    ...listingOrders(listings),
    ...teacherOrders(professors),
    ...groupOrders(groups),
  ])
  const dice = diceFor(schoolId)
  const rows: Insertable<DB['uploads']>[] = []
  for (const picture of rendered) {
    const place = shown.get(picture.owner)
    if (place)
      rows.push(await store(storage, schoolId, Buffer.from(dice.bytes(24)).toString('base64url'), picture, place))
  }
  if (rows.length === 0) return
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('uploads').values(rows).execute()
    await sql`update users set
        avatar_url = (select '/media/' || name || '.webp' from uploads where uploads.school_id = users.school_id and item_kind = 'avatar' and item_id = users.id),
        cover_photo = (select '/media/' || name || '.webp' from uploads where uploads.school_id = users.school_id and item_kind = 'cover' and item_id = users.id)
      where school_id = ${schoolId}`.execute(trx)
    await sql`update posts set type = 'image', media_urls = seen.urls
      from (select item_id, array_agg('/media/' || name || '.webp' order by position) as urls from uploads
        where school_id = ${schoolId} and item_kind = 'post' group by item_id) as seen
      where posts.school_id = ${schoolId} and posts.id = seen.item_id`.execute(trx)
    await sql`update listings set images = array['/media/' || name || '.webp'] from uploads
      where listings.school_id = ${schoolId} and uploads.school_id = ${schoolId} and item_kind = 'listing' and item_id = listings.id`.execute(
      trx,
    )
    await sql`update events set image_url = '/media/' || name || '.webp' from uploads
      where events.school_id = ${schoolId} and uploads.school_id = ${schoolId} and item_kind = 'event' and item_id = events.id`.execute(
      trx,
    )
    await sql`update professors set avatar_url = '/media/' || uploads.name || '.webp' from uploads
      where professors.school_id = ${schoolId} and uploads.school_id = ${schoolId} and item_kind = 'professor' and item_id = professors.id`.execute(
      trx,
    )
    await sql`update groups set
        banner_url = (select '/media/' || name || '.webp' from uploads where uploads.school_id = groups.school_id
          and item_kind = 'group' and item_id = groups.id and position = 0),
        avatar_url = (select '/media/' || name || '.webp' from uploads where uploads.school_id = groups.school_id
          and item_kind = 'group' and item_id = groups.id and position = 1)
      where school_id = ${schoolId}`.execute(trx)
    await sql`update ads set image_url = '/media/' || name || '.webp' from uploads
      where uploads.school_id = ${schoolId} and item_kind = 'ad' and item_id = ads.id`.execute(trx)
    await sql`insert into report_images (school_id, report_id, position, name)
      select reports.school_id, reports.id, uploads.position, uploads.name from reports join uploads
        on uploads.school_id = reports.school_id and uploads.item_kind = reports.kind and uploads.item_id = reports.content_id
      where reports.school_id = ${schoolId}`.execute(trx)
  })
}

const kinds = {
  face: 'avatar',
  teacher: 'professor',
  cover: 'cover',
  photo: 'post',
  ad: 'ad',
  event: 'event',
  listing: 'listing',
  group: 'group',
} as const

async function store(
  storage: Storage,
  schoolId: string,
  name: string,
  { kind, webp, position }: Rendered,
  place: Shown,
) {
  const { width, height } = await sharp(webp).metadata()
  await storage.put({ schoolId, name: `${name}.webp` }, webp)
  const narrow = !['face', 'teacher', 'cover'].includes(kind) ? widths.filter((each) => each < width) : []
  for (const each of narrow) {
    const small = await sharp(webp).resize({ width: each }).webp({ quality: 72, effort: 1 }).toBuffer()
    await storage.put({ schoolId, name: `${name}-${each}.webp` }, small)
  }
  const thumb = await sharp(webp)
    .resize({ width: thumbSide, height: thumbSide, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    school_id: schoolId,
    name,
    owner_id: place.owner_id,
    purpose: kinds[kind],
    kind: 'image',
    extension: 'webp',
    bytes: webp.length,
    width,
    height,
    widths: narrow,
    thumbhash: Buffer.from(rgbaToThumbHash(thumb.info.width, thumb.info.height, thumb.data)),
    item_kind: kinds[kind],
    item_id: place.id,
    position,
    created_at: new Date(place.at.getTime() - (place.at.getTime() % minute)),
  }
}
