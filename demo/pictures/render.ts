import { createHash } from 'node:crypto'
import type { OutputInfo } from 'sharp'
import { portraitWidth, widths as responsiveWidths } from '../../src/features/media/contract.ts'
import type { Fingerprints } from '../../src/features/media/server/fingerprints.ts'
import { adSubjects } from '../ads.ts'
import { eventPicture } from '../events.ts'
import { goodPicture } from '../goods.ts'
import { groupPicture } from '../groups.ts'
import { diceFor, drawPortrait, drawProfileCover } from './people.ts'
import { drawPhoto } from './photos.ts'
import { picturesFor } from './plan.ts'
import type { Picture } from './shapes.ts'

/** A picture to draw, the id of the row that shows it, and its position there. */
export type Order = {
  readonly kind: 'face' | 'teacher' | 'cover' | 'photo' | 'ad' | 'event' | 'listing' | 'group'
  readonly owner: string
  readonly position: number
  readonly picture: Picture
}

/** A rendered order in the form of an upload: its full size and the smaller widths. */
export type Rendering = {
  readonly width: number
  readonly height: number
  readonly thumbhash: Buffer
  readonly fingerprints: Fingerprints
  readonly full: Buffer
  readonly variants: readonly { readonly width: number; readonly webp: Buffer }[]
}

const quality = { face: 80, teacher: 80, cover: 72, photo: 74, ad: 74, event: 74, listing: 74, group: 72 } as const
/**
 * Photos are rendered at four fifths of their drawing: the feed shows 560 pixels, and the demo must start in seconds.
 */
const scale = { face: 1, teacher: 1, cover: 1, photo: 0.8, ad: 0.7, event: 0.8, listing: 0.8, group: 0.7 } as const

type Named = { readonly id: string; readonly name: string }
type Titled = { readonly id: string; readonly title: string }

/** Rows of a school that need pictures; each picture belongs to the id of its row. */
export type Illustrated = {
  readonly users: readonly (Named & { readonly email: string })[]
  readonly posts: readonly { readonly id: string; readonly content: string }[]
  readonly events: readonly Titled[]
  readonly listings: readonly Titled[]
  readonly professors: readonly Named[]
  readonly groups: readonly Named[]
}

export function ordersOfSchool(school: Illustrated): Order[] {
  return [
    ...ordersOfUsers(school.users),
    ...ordersOfPosts(school.posts),
    ...ordersOfEvents(school.events),
    ...ordersOfListings(school.listings),
    ...ordersOfProfessors(school.professors),
    ...ordersOfGroups(school.groups),
  ]
}

/** Faces and covers. */
export function ordersOfUsers(users: Illustrated['users']): Order[] {
  return users.flatMap((user) => {
    const [face, cover] = [drawPortrait(user), drawProfileCover(user)]
    return [
      ...(face ? [order('face', user.id, 0, { svg: face, width: 256, height: 256 })] : []),
      ...(cover ? [order('cover', user.id, 0, { svg: cover, width: 1200, height: 400 })] : []),
    ]
  })
}

function ordersOfProfessors(professors: Illustrated['professors']): Order[] {
  return professors.flatMap(({ id, name }) => {
    const face = drawPortrait({ name, email: `professor ${name}` }, true)
    return face ? [order('teacher', id, 0, { svg: face, width: 256, height: 256 })] : []
  })
}

/** The pictures of each post in their order. */
export function ordersOfPosts(posts: Illustrated['posts']): Order[] {
  return posts.flatMap(({ id, content }) => {
    const subjects = picturesFor(content)
    return subjects.map((subject, index) => {
      const take = subjects.length > 1 ? index : undefined
      return order('photo', id, index, drawPhoto(subject, diceFor(`${index} ${content}`), take))
    })
  })
}

/** A weekly event has the same picture each time. */
function ordersOfEvents(events: Illustrated['events']): Order[] {
  return events.flatMap(({ id, title }) => {
    const subject = eventPicture(title)
    return subject ? [order('event', id, 0, drawPhoto(subject, diceFor(title)))] : []
  })
}

/** Both schools have the same listings, but cannot see each other's: one drawing serves both. */
function ordersOfListings(listings: Illustrated['listings']): Order[] {
  return listings.flatMap(({ id, title }) => {
    const subject = goodPicture(title)
    return subject ? [order('listing', id, 0, drawPhoto(subject, diceFor(title)))] : []
  })
}

/** A banner and an avatar per group, with the same subject. */
function ordersOfGroups(groups: Illustrated['groups']): Order[] {
  return groups.flatMap(({ id, name }) => {
    const subject = groupPicture(name)
    if (!subject) return []
    return [0, 1].map((index) => order('group', id, index, drawPhoto(subject, diceFor(`${index} ${name}`), index)))
  })
}

export function ordersOfAds(ads: readonly Titled[]): Order[] {
  return ads.flatMap(({ id, title }) => {
    const subject = adSubjects.get(title)
    return subject ? [order('ad', id, 0, drawPhoto(subject, diceFor(title)))] : []
  })
}

/** Widths of the smaller copies; others have those of an upload. */
const copies: Partial<Record<Order['kind'], readonly number[]>> = {
  face: [portraitWidth],
  teacher: [portraitWidth],
  cover: [],
}
const variantQuality = 72
/** Longest side of the small picture for the thumbhash. */
const thumbSide = 100

/** Group avatars are shown at 96 pixels at most. */
const groupAvatarScale = 0.3

function planSizes({ kind, picture, position }: Order) {
  const width = Math.round(picture.width * (kind === 'group' && position === 1 ? groupAvatarScale : scale[kind]))
  const variants = (copies[kind] ?? responsiveWidths).filter((each) => each < width)
  return { width, quality: quality[kind], variants }
}

/** The key of an order's rendering: equal drawings in equal sizes have the same key, whatever row they belong to. */
export function renderingKey(order: Order): string {
  const { width, quality, variants } = planSizes(order)
  return createHash('sha256')
    .update(JSON.stringify([order.picture.svg, width, quality, variants, variantQuality, thumbSide]))
    .digest('hex')
}

export async function render(order: Order): Promise<Rendering> {
  const { default: sharp } = await import('sharp') // not loaded by servers that have all pictures
  const { rgbaToThumbHash } = await import('thumbhash')
  const { findFingerprints } = await import('../../src/features/media/server/fingerprints.ts')
  const { width, quality, variants } = planSizes(order)
  const { data, info } = await sharp(Buffer.from(order.picture.svg))
    .resize({ width, withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const smaller: { width: number; webp: Buffer }[] = []
  let smallest = { data, info }
  for (const each of variants.toReversed()) {
    // From the next larger one, linearly: takes a third of the time, without a visible difference.
    smallest = await open(smallest)
      .resize({ width: each, kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const webp = await open(smallest).webp({ quality: variantQuality, effort: 1 }).toBuffer()
    smaller.unshift({ width: each, webp })
  }
  const thumb = await open(smallest)
    .resize({ width: thumbSide, height: thumbSide, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    width: info.width,
    height: info.height,
    fingerprints: await findFingerprints(data, info),
    thumbhash: Buffer.from(rgbaToThumbHash(thumb.info.width, thumb.info.height, thumb.data)),
    full: await open({ data, info }).webp({ quality, effort: 1 }).toBuffer(),
    variants: smaller,
  }

  function open({ data, info: { width, height, channels } }: { data: Buffer; info: OutputInfo }) {
    return sharp(data, { raw: { width, height, channels } })
  }
}

function order(kind: Order['kind'], owner: string, position: number, picture: Picture): Order {
  return { kind, owner, position, picture }
}
