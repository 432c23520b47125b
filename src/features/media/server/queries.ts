import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParams } from '../../../shared/server/db/prepared.ts'
import type { Uploads } from '../../../shared/server/db/schema.gen.ts'
import { isMinor } from '../../../shared/server/minors.ts'
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

/** Uploads of anonymous items have no owner. Those of pending ones still do, and must look as they will be published. */
export const asksBeforeSaving = sql<boolean>`exists (select from users join schools on schools.id = users.school_id
  left join safety_settings as own on own.school_id = users.school_id and own.user_id = users.id
  where users.school_id = uploads.school_id and users.id = uploads.owner_id and uploads.item_kind <> 'pending'
    and coalesce(own.ask_before_saving, ${isMinor()}))`

/** With the wish of its owner. */
export const presentOwned = ({ asks, ...row }: Parameters<typeof presentMedia>[0] & { asks: boolean }): Media => ({
  ...presentMedia(row),
  ...(asks && { ask_before_saving: true as const }),
})

export type ItemSlots = SqlParams<{ schoolId: string; kind: string; ids: readonly string[] }>

/** The uploads that items show, by item and in order: without those that wait for a moderator. */
export const attachedUploads = (db: Db, { schoolId, kind, ids }: ItemSlots) =>
  db
    .selectFrom('uploads')
    .where('school_id', '=', schoolId)
    .where('item_kind', '=', kind)
    .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
    .where('held_at', 'is', null)
    .orderBy('item_id')
    .orderBy('position')
    .select(['item_id', 'name', 'extension', 'kind', 'width', 'height', 'thumbhash'])
    .select(asksBeforeSaving.as('asks'))

const attached = prepared(attachedUploads)

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
    byItem.set(id, [...(byItem.get(id) ?? []), presentOwned(row)])
  }
  return byItem
}
