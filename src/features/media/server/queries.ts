import { type Selectable, sql } from 'kysely'
import { type Db, prepared, type Slots } from '../../../shared/server/db.ts'
import type { Uploads } from '../../../shared/server/schema.gen.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'
import type { Media } from '../contract.ts'

/** Where an upload is fetched. */
export const urlOf = ({ name, extension }: { name: string; extension: string }) => `/media/${name}.${extension}`

/** An upload as a page shows it. */
export const presentMedia = (
  row: Pick<Selectable<Uploads>, 'name' | 'extension' | 'kind' | 'width' | 'height' | 'thumbhash'>,
): Media => ({
  url: urlOf(row),
  kind: row.kind as Media['kind'],
  width: row.width,
  height: row.height,
  thumbhash: row.thumbhash?.toString('base64') ?? null,
})

const attached = prepared(
  (db, { schoolId, kind, ids }: Slots<{ schoolId: string; kind: string; ids: readonly string[] }>) =>
    db
      .selectFrom('uploads')
      .where('school_id', '=', schoolId)
      .where('item_kind', '=', kind)
      .where(sql<boolean>`item_id = any(${ids}::uuid[])`)
      .orderBy('item_id')
      .orderBy('position')
      .select(['item_id', 'name', 'extension', 'kind', 'width', 'height', 'thumbhash']),
)

/** The pictures and videos of items that the viewer was allowed to read, by item, each in its order. */
export async function mediaOf(
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

const readable = prepared(
  (db, { schoolId, viewer, name, extension }: Slots<Record<'schoolId' | 'viewer' | 'name' | 'extension', string>>) =>
    db
      .selectFrom('uploads')
      .where('school_id', '=', schoolId)
      .where('name', '=', name)
      .where('extension', '=', extension)
      .where((row) => row.or([row('item_id', 'is not', null), row('owner_id', '=', viewer)]))
      .where(
        sql<boolean>`(item_kind is distinct from 'message' or exists (
          select from messages join participants on participants.school_id = messages.school_id
            and participants.conversation_id = messages.conversation_id
          where messages.school_id = uploads.school_id and messages.id = uploads.item_id
            and participants.user_id = ${viewer}))`,
      )
      .where(
        sql<boolean>`not exists (select from users
          where users.school_id = ${schoolId} and users.id = uploads.owner_id and users.deleted_at is not null)`,
      )
      .select('widths'),
)

/** Whether the viewer may fetch this file of an upload: what their school shows, what they are about to show, and in messages only what was said to them. */
export async function mayFetch(db: Db, viewer: Viewer, file: string): Promise<boolean> {
  const [, name = '', width, extension = ''] = /^(.{32})(?:-(\d+))?\.(\w+)$/.exec(file) ?? []
  const [upload] = await readable(db, { schoolId: viewer.schoolId, viewer: viewer.id, name, extension })
  return upload !== undefined && (width === undefined || upload.widths.includes(Number(width)))
}
