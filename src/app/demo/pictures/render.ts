import sharp from 'sharp'
import { eventPicture } from '../events.ts'
import { goodPicture } from '../goods.ts'
import { groupPicture } from '../groups.ts'
import { coverOf, diceFor, faceOf } from './people.ts'
import { drawPhoto, type Subject } from './photos.ts'
import { picturesFor } from './plan.ts'
import type { Picture } from './shapes.ts'

/** A picture to be drawn, and whose it is: a person's email, a post's text or an event's id, with its place there. */
export type Order = {
  readonly kind: 'face' | 'teacher' | 'cover' | 'photo' | 'ad' | 'event' | 'listing' | 'group'
  readonly owner: string
  readonly position: number
  readonly picture: Picture
}
export type Rendered = Order & { readonly webp: Buffer }

const quality = { face: 80, teacher: 80, cover: 72, photo: 74, ad: 74, event: 74, listing: 74, group: 72 } as const
/** Photos are rendered at four fifths of their drawing: the feed shows 560 pixels, and the demo must start in seconds. */
const scale = { face: 1, teacher: 1, cover: 1, photo: 0.8, ad: 0.7, event: 0.8, listing: 0.8, group: 0.7 } as const

/** Faces and covers of these people. */
export function peopleOrders(people: readonly { readonly name: string; readonly email: string }[]): Order[] {
  return people.flatMap((person) => {
    const [face, cover] = [faceOf(person), coverOf(person)]
    return [
      ...(face ? [order('face', person.email, 0, { svg: face, width: 256, height: 256 })] : []),
      ...(cover ? [order('cover', person.email, 0, { svg: cover, width: 1200, height: 400 })] : []),
    ]
  })
}

/** Faces of these professors. */
export function teacherOrders(professors: readonly { readonly id: string; readonly name: string }[]): Order[] {
  return professors.flatMap(({ id, name }) => {
    const face = faceOf({ name, email: `professor ${name}` }, true)
    return face ? [order('teacher', id, 0, { svg: face, width: 256, height: 256 })] : []
  })
}

/** The pictures of these posts, each post's in their order. */
export function postOrders(texts: readonly string[]): Order[] {
  return texts.flatMap((text) => {
    const subjects = picturesFor(text)
    return subjects.map((subject, at) => {
      const take = subjects.length > 1 ? at : undefined
      return order('photo', text, at, drawPhoto(subject, diceFor(`${at} ${text}`), take))
    })
  })
}

/** The pictures of these events. What repeats every week has the same one each time. */
export function eventOrders(events: readonly { readonly id: string; readonly title: string }[]): Order[] {
  return events.flatMap(({ id, title }) => {
    const subject = eventPicture(title)
    return subject ? [order('event', id, 0, drawPhoto(subject, diceFor(title)))] : []
  })
}

/** The pictures of these listings. */
export function listingOrders(listings: readonly { readonly id: string; readonly title: string }[]): Order[] {
  return listings.flatMap(({ id, title }) => {
    const subject = goodPicture(title)
    return subject ? [order('listing', id, 0, drawPhoto(subject, diceFor(id)))] : []
  })
}

/** The banners of these groups, and after each its mark: the same things, seen once more. */
export function groupOrders(groups: readonly { readonly id: string; readonly name: string }[]): Order[] {
  return groups.flatMap(({ id, name }) => {
    const subject = groupPicture(name)
    return subject ? [0, 1].map((at) => order('group', id, at, drawPhoto(subject, diceFor(`${at} ${name}`), at))) : []
  })
}

/** The pictures of these ads. */
export const adOrders = (ads: readonly { readonly title: string; readonly subject: Subject }[]): Order[] =>
  ads.map(({ title, subject }) => order('ad', title, 0, drawPhoto(subject, diceFor(title))))

/** One drawing as WebP. */
export const renderWebp = (svg: string, { width, quality }: { width: number; quality: number }): Promise<Buffer> =>
  sharp(Buffer.from(svg)).resize({ width, withoutEnlargement: true }).webp({ quality, effort: 1 }).toBuffer()

/** All of them as WebP, in the order given and only a few at once. */
export async function renderAll(orders: readonly Order[], atOnce = 3): Promise<Rendered[]> {
  const rendered: Rendered[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < orders.length; at = next++) {
      const one = orders[at]
      if (!one) return
      const { kind, picture } = one
      const width = Math.round(picture.width * scale[kind])
      rendered[at] = { ...one, webp: await renderWebp(picture.svg, { width, quality: quality[kind] }) }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return rendered
}

function order(kind: Order['kind'], owner: string, position: number, picture: Picture): Order {
  return { kind, owner, position, picture }
}
