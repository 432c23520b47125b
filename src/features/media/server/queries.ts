import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Uploads } from '../../../shared/server/db/schema.gen.ts'
import type { Media } from '../contract.ts'

export const mediaUrl = ({ name, extension }: { name: string; extension: string }) => `/media/${name}.${extension}`

/** Presents an upload as media of a page. */
export const presentMedia = (
  row: Pick<Selectable<Uploads>, 'name' | 'extension' | 'kind' | 'width' | 'height' | 'thumbhash'>,
): Media => ({
  url: mediaUrl(row),
  kind: row.kind as Media['kind'],
  width: row.width,
  height: row.height,
  thumbhash: row.thumbhash?.toString('base64') ?? null,
})

const attached = prepared(
  (db, { schoolId, kind, ids }: SqlParams<{ schoolId: string; kind: string; ids: readonly string[] }>) =>
    db
      .selectFrom('uploads')
      .where('school_id', '=', schoolId)
      .where('item_kind', '=', kind)
      .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
      .orderBy('item_id')
      .orderBy('position')
      .select(['item_id', 'name', 'extension', 'kind', 'width', 'height', 'thumbhash']),
)

/** Returns the media of items that the viewer may read, by item and in order. */
export async function toMedia(
  db: Db,
  schoolId: string,
  kind: string,
  ids: readonly string[],
): Promise<Map<string, Media[]>> {
  const byItem = new Map<string, Media[]>()
  if (ids.length === 0) return byItem
  for (const row of await attached(db, { schoolId, kind, ids })) {
    const id = row.item_id ?? ''
    byItem.set(id, [...(byItem.get(id) ?? []), presentMedia(row)])
  }
  return byItem
}
