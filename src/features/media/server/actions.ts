import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import type { Storage } from '../../../shared/server/storage/storage.ts'
import type { Media, Purpose } from '../contract.ts'
import { mediaUrl, presentMedia } from './queries.ts'

/** The item that shows the uploads, and the purposes that it accepts. */
type Item = {
  readonly kind: string
  readonly id: string
  readonly purposes: readonly Purpose[]
  readonly anonymous: boolean
}

const refusal = 'You can only attach files you uploaded.'
const refused = () => badRequest(refusal, { media_urls: refusal })

/**
 * Attaches these uploads in this order to an item, in the transaction that writes the item. Each must be the viewer's
 * own and unattached, or already attached to the item; throws 400 otherwise. Releases all other uploads of the item.
 * For an anonymous item, removes the owner.
 */
export async function attachUploads(trx: Trx, viewer: Viewer, urls: readonly string[], item: Item): Promise<Media[]> {
  const rows = await findOffered(trx, viewer, urls, item)
  const names = rows.map(({ name }) => name)
  await ofItems(trx, viewer.schoolId, item.kind, [item.id]).where(sql<boolean>`name <> all(${names}::text[])`).execute()
  if (rows.length === 0) return []
  await trx
    .updateTable('uploads')
    .set({
      item_kind: item.kind,
      item_id: item.id,
      position: sql`array_position(${names}::text[], name)`,
      ...(item.anonymous ? { owner_id: null, created_at: sql<Date>`date_trunc('minute', created_at)` } : {}),
    })
    .where('school_id', '=', viewer.schoolId)
    .where('name', 'in', names)
    .execute()
  return rows.map(presentMedia)
}

/** Locks and returns the rows of these URLs in their order. If two items claim one upload, only one gets it. */
async function findOffered(trx: Trx, viewer: Viewer, urls: readonly string[], item: Item) {
  if (urls.length === 0) return []
  const names = urls.map(uploadName)
  const rows = await trx
    .selectFrom('uploads')
    .where('school_id', '=', viewer.schoolId)
    .where('name', 'in', names)
    .where((row) =>
      row.or([
        row.and([
          row('item_id', 'is', null),
          row('owner_id', '=', viewer.id),
          row('purpose', 'in', [...item.purposes]),
        ]),
        row.and([row('item_kind', '=', item.kind), row('item_id', '=', item.id)]),
      ]),
    )
    .select(['name', 'extension', 'kind', 'width', 'height', 'thumbhash'])
    .orderBy('name')
    .forUpdate()
    .execute()
  const byUrl = new Map(rows.map((row) => [mediaUrl(row), row]))
  const ordered = urls.flatMap((url) => byUrl.get(url) ?? [])
  if (ordered.length !== urls.length || byUrl.size !== urls.length) throw refused()
  return ordered
}

/** Item type of uploads reserved for an anonymous item until it is published. Only their owner can fetch them. */
export const reservedType = 'pending'

/**
 * Attaches reserved uploads to the published item, without an owner and with the item's minute as their time. Rewrites
 * the files, so that no timestamp on disk or in the store reveals the time of the upload.
 */
export async function publishUploads(
  trx: Trx,
  storage: Storage,
  schoolId: string,
  reservation: string,
  item: { readonly kind: string; readonly id: string },
): Promise<void> {
  const rows = await trx
    .updateTable('uploads')
    .set({
      item_kind: item.kind,
      item_id: item.id,
      owner_id: null,
      created_at: sql<Date>`date_trunc('minute', now())`,
    })
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', reservedType)
    .where('item_id', '=', reservation)
    .returning(['name', 'extension', 'widths'])
    .execute()
  for (const { name, extension, widths } of rows) {
    for (const file of [`${name}.${extension}`, ...widths.map((width) => `${name}-${width}.webp`)])
      await storage.renew({ schoolId, name: file })
  }
}

/** Sorts the uploads of an item by these URLs and releases those that are not listed. */
export async function arrangeUploads(
  trx: Trx,
  schoolId: string,
  item: { readonly kind: string; readonly id: string },
  urls: readonly string[],
): Promise<void> {
  const names = urls.map(uploadName)
  await ofItems(trx, schoolId, item.kind, [item.id]).where(sql<boolean>`name <> all(${names}::text[])`).execute()
  await trx
    .updateTable('uploads')
    .set({ position: sql`array_position(${names}::text[], name)` })
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', item.kind)
    .where('item_id', '=', item.id)
    .execute()
}

export const uploadName = (url: string) => /^\/media\/([A-Za-z0-9_-]{32})\.\w+$/.exec(url)?.[1] ?? ''

/** Releases the uploads of deleted items. They can no longer be fetched, and their files are deleted later. */
export async function releaseUploads(trx: Trx, schoolId: string, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ofItems(trx, schoolId, kind, ids).execute()
}

/** Removes the owner of uploads of these items, who can then read them no more than others. */
export async function disownUploads(trx: Trx, schoolId: string, kind: string, ids: readonly string[]): Promise<void> {
  await trx
    .updateTable('uploads')
    .set({ owner_id: null, created_at: sql<Date>`date_trunc('minute', created_at)` })
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', kind)
    .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
    .execute()
}

/** Lets only administrators read the uploads of withheld items, or all users who could read them before. */
export async function setUploadsWithheld(
  trx: Trx,
  schoolId: string,
  kind: string,
  ids: readonly string[],
  isWithheld: boolean,
): Promise<void> {
  await trx
    .updateTable('uploads')
    .set(isWithheld ? { withheld_at: sql<Date>`now()` } : { withheld_at: null, held_at: null })
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', kind)
    .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
    .execute()
}

/** Hides images from everyone but administrators while a report of them waits, or shows them again. */
export async function setUploadsHeld(
  trx: Trx,
  schoolId: string,
  names: RawBuilder<unknown>,
  isHeld: boolean,
): Promise<void> {
  await sql`update uploads set held_at = ${isHeld ? sql`now()` : null} where school_id = ${schoolId}
    and name in (${names}) and (held_at is null) = ${isHeld}`.execute(trx)
}

const ofItems = (trx: Trx, schoolId: string, kind: string, ids: readonly string[]) =>
  trx
    .deleteFrom('uploads')
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', kind)
    .where('item_id', 'in', [...ids])
