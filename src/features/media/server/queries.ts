import { type Selectable, sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { prepared, type SqlParam, type SqlParams } from '../../../shared/server/db/prepared.ts'
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

/** A group's event is visible to users who can view the group, its post also only to the users it is addressed to. */
const isOpenTo = (viewer: SqlParam<string>) => sql`(
  item_kind = 'event' and exists (select from events where events.school_id = uploads.school_id and events.id = item_id
    and (events.group_id is null or can_view_group(events.school_id, events.group_id, ${viewer})))
  or item_kind = 'group_post' and exists (select from posts where posts.school_id = uploads.school_id and posts.id = item_id
    and can_view_group_post(posts.school_id, posts.id, ${viewer})))`

/**
 * Whether the viewer and the owner have blocked each other in either direction. Uploads without an owner are never
 * blocked.
 */
const isBlockedBetween = (viewer: SqlParam<string>) => sql`exists (select from blocks
  where blocks.school_id = uploads.school_id and (blocker_id = ${viewer} and blocked_id = uploads.owner_id
    or blocker_id = uploads.owner_id and blocked_id = ${viewer}))`

/**
 * Access rules. A school: media of its items. A user: own unattached uploads. Everyone: ad images. Messages:
 * participants. Groups: users who can view the group. Deleted accounts: no access. Students: nothing written by a user
 * with a block in either direction, except faces, which appear in shared chats. Moderators: also what reports keep.
 * Site administrators: the same in every school.
 */
const readable = prepared(
  (
    db,
    {
      schoolId,
      viewer,
      role,
      name,
      extension,
    }: SqlParams<Record<'schoolId' | 'viewer' | 'role' | 'name' | 'extension', string>>,
  ) =>
    db
      .selectFrom('uploads')
      .where('name', '=', name)
      .where('extension', '=', extension)
      .where(
        sql<boolean>`(item_kind = 'ad' or (school_id = ${schoolId} or ${role}::text = 'site_admin') and (
          owner_id = ${viewer}
          or item_id is not null and item_kind not in ('message', 'report', 'pending')
            and (item_kind not in ('event', 'group_post') or ${role}::text <> 'student' or ${isOpenTo(viewer)}) and not exists (select from users as owner
            where owner.school_id = uploads.school_id and owner.id = uploads.owner_id and owner.deleted_at is not null)
            and not (${role}::text = 'student' and item_kind not in ('avatar', 'professor') and ${isBlockedBetween(viewer)})
          or item_kind = 'message' and exists (select from messages join participants
              on participants.school_id = messages.school_id and participants.conversation_id = messages.conversation_id
            where messages.school_id = uploads.school_id and messages.id = uploads.item_id
              and participants.user_id = ${viewer})
            and not exists (select from users as owner
              where owner.school_id = uploads.school_id and owner.id = uploads.owner_id and owner.deleted_at is not null)
          or ${role}::text <> 'student' and exists (select from report_images
            where report_images.school_id = uploads.school_id and report_images.name = uploads.name)))`,
      )
      .select(['school_id', 'widths']),
)

/** Returns the school whose store contains this file if the viewer may fetch it. */
export async function findFetchable(db: Db, viewer: Viewer, file: string): Promise<string | undefined> {
  const [, name = '', width, extension = ''] = /^(.{32})(?:-(\d+))?\.(\w+)$/.exec(file) ?? []
  const { id, schoolId, role } = viewer
  const [upload] = await readable(db, { schoolId, viewer: id, role, name, extension })
  return upload && (width === undefined || upload.widths.includes(Number(width))) ? upload.school_id : undefined
}
