import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { widths } from '../../features/media/contract.ts'
import type { Db } from '../../shared/server/db.ts'
import type { Storage } from '../../shared/server/storage.ts'
import type { Dice } from './dice.ts'
import { type Order, type Rendered, renderAll } from './pictures/render.ts'

/** What shows a picture, and who uploaded it: nobody that is written down, for an anonymous post. */
export type Place = {
  readonly kind: 'avatar' | 'cover' | 'post'
  readonly id: string
  readonly ownerId: string | null
  readonly at: Date
}

/** Longest side of the small picture that a thumbhash is made of. */
const thumbSide = 100
const minute = 60_000

/** Draws pictures, stores them as uploads, and gives their addresses by whose they are, in their order. */
export async function hangPictures(
  db: Db,
  storage: Storage,
  schoolId: string,
  dice: Dice,
  orders: readonly Order[],
  placeOf: (order: Order) => Place,
): Promise<Map<string, string[]>> {
  const urls = new Map<string, string[]>()
  const rendered = await renderAll(orders)
  const rows = await Promise.all(
    rendered.map(async (picture) => {
      const name = Buffer.from(dice.bytes(24)).toString('base64url')
      const key = `${picture.kind} ${picture.owner}`
      urls.set(key, [...(urls.get(key) ?? []), `/media/${name}.webp`])
      await storage.put({ schoolId, name: `${name}.webp` }, picture.webp)
      const narrow = picture.kind === 'photo' ? widths.filter((width) => width < picture.picture.width) : []
      for (const width of narrow) {
        const webp = await sharp(picture.webp).resize({ width }).webp({ quality: 72, effort: 2 }).toBuffer()
        await storage.put({ schoolId, name: `${name}-${width}.webp` }, webp)
      }
      return {
        school_id: schoolId,
        name,
        widths: narrow,
        ...(await about(picture)),
        ...shownAt(placeOf(picture), picture),
      }
    }),
  )
  if (rows.length > 0) await db.insertInto('uploads').values(rows).execute()
  return urls
}

async function about({ webp, kind }: Rendered) {
  const image = sharp(webp)
  const { width, height } = await image.metadata()
  const small = await image
    .resize({ width: thumbSide, height: thumbSide, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return {
    purpose: kind === 'face' ? 'avatar' : kind === 'cover' ? 'cover' : 'post',
    kind: 'image',
    extension: 'webp',
    bytes: webp.length,
    width,
    height,
    thumbhash: Buffer.from(rgbaToThumbHash(small.info.width, small.info.height, small.data)),
  }
}

const shownAt = ({ kind, id, ownerId, at }: Place, { position }: Rendered) => ({
  item_kind: kind,
  item_id: id,
  position,
  owner_id: ownerId,
  created_at: new Date(at.getTime() - (at.getTime() % minute)),
})
