import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/db.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import type { Storage } from '../../../shared/server/storage/types.ts'
import type { Media, Purpose } from '../contract.ts'
import { mediaUrl, presentMedia } from './queries.ts'

/** What shows uploads, and what they must have been uploaded for. */
type Item = {
  readonly kind: string
  readonly id: string
  readonly purposes: readonly Purpose[]
  readonly anonymous: boolean
}

const refusal = 'Only your own uploads can be attached.'
const refused = () => badRequest(refusal, { media_urls: refusal })

/**
 * Makes these uploads, in this order, the media of an item, inside the transaction that writes the item. Each must be
 * the viewer's own and unattached, or the item's already; 400 otherwise. What the item had besides is released. Below
 * an anonymous item nothing of the uploader stays.
 */
export async function attachUploads(trx: Db, viewer: Viewer, urls: readonly string[], item: Item): Promise<Media[]> {
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

/** The rows behind the URLs, in their order and locked, so that of two items that want one upload, one gets it. */
async function findOffered(trx: Db, viewer: Viewer, urls: readonly string[], item: Item) {
  if (urls.length === 0) return []
  const names = urls.map(fileName)
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

/** What uploads of an anonymous item belong to until it is published; nobody but their owner can fetch them. */
export const reservedType = 'pending'

/**
 * Makes reserved uploads those of an item, without an owner and with the item's minute. Their files are written again, so
 * that no time on the disk or in the store leads to the moment of the upload.
 */
export async function publishUploads(
  trx: Db,
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

/** Puts an item's uploads into the order of these URLs; those that are not among them are released. */
export async function arrangeUploads(
  trx: Db,
  schoolId: string,
  item: { readonly kind: string; readonly id: string },
  urls: readonly string[],
): Promise<void> {
  const names = urls.map(fileName)
  await ofItems(trx, schoolId, item.kind, [item.id]).where(sql<boolean>`name <> all(${names}::text[])`).execute()
  await trx
    .updateTable('uploads')
    .set({ position: sql`array_position(${names}::text[], name)` })
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', item.kind)
    .where('item_id', '=', item.id)
    .execute()
}

const fileName = (url: string) => /^\/media\/([A-Za-z0-9_-]{32})\.\w+$/.exec(url)?.[1] ?? ''

/** Lets go of what deleted items showed: it can't be fetched from now on, and its files follow. */
export async function releaseUploads(trx: Db, schoolId: string, kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await ofItems(trx, schoolId, kind, ids).execute()
}

const ofItems = (trx: Db, schoolId: string, kind: string, ids: readonly string[]) =>
  trx
    .deleteFrom('uploads')
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', kind)
    .where('item_id', 'in', [...ids])
