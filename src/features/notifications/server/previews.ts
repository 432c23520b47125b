import { type SelectQueryBuilder, sql } from 'kysely'
import type { NotificationKind } from '../../../shared/notification-kinds.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Notification } from '../contract.ts'

type PreviewRow = { id: string; text: string | null; image_url: string | null }

/** What a feature shows of its items in notifications. */
export type PreviewSource = {
  /** Matches the links of its notifications and captures the id of the item. */
  readonly link: RegExp
  /**
   * Query of the items with these ids that the viewer may see now, and that are not anonymous: hidden and deleted items
   * have no preview.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each source selects from different tables
  find(db: Db, viewer: Viewer, ids: readonly string[]): SelectQueryBuilder<any, any, PreviewRow>
}

/** Never quoted: what moderators and anonymous users wrote, or decided. */
const withoutPreview: readonly NotificationKind[] = ['moderation', 'report', 'rating']

/** Characters of a text that are shown; the row has one line for it. */
const maxPreviewLength = 120

/** SQL of a text for a preview. */
export const previewText = (column: string) => sql<string>`left(${sql.ref(column)}, ${sql.lit(maxPreviewLength)})`

/** The same of an item with a content note, which then stands for the text. */
export const notedText = (table: 'posts' | 'comments') =>
  sql<string>`coalesce('Note: ' || ${sql.ref(`${table}.note`)}, ${previewText(`${table}.content`)})`

/** SQL of the first picture in a column of URLs. */
export const firstPicture = (column: string) =>
  sql<string | null>`case when (${sql.ref(column)})[1] !~ '\\.(mp4|mov)$' then (${sql.ref(column)})[1] end`

/** SQL of the first picture of a post that no note covers. */
export const uncoveredPicture = sql<string | null>`case when posts.note is null and not posts.sensitive
  then ${firstPicture('posts.media_urls')} end`

/** Adds what the notifications are about, in one statement for all of them. */
export async function withPreviews(
  db: Db,
  viewer: Viewer,
  sources: readonly PreviewSource[],
  notifications: readonly (Notification & { readonly isSealed: boolean })[],
): Promise<Notification[]> {
  const idsBySource = new Map<PreviewSource, Set<string>>()
  const idByNotification = new Map<string, string>()
  for (const { id, kind, link, isSealed } of notifications) {
    if (isSealed || withoutPreview.includes(kind)) continue
    for (const source of sources) {
      const item = source.link.exec(link)?.[1]
      if (!item) continue
      idByNotification.set(id, item)
      idsBySource.set(source, (idsBySource.get(source) ?? new Set()).add(item))
      break
    }
  }
  const previews = new Map<string, NonNullable<Notification['preview']>>()
  if (idsBySource.size > 0) {
    const queries = [...idsBySource].map(([source, ids]) => sql`(${source.find(db, viewer, [...ids])})`)
    const { rows } = await sql<PreviewRow>`${sql.join(queries, sql` union all `)}`.execute(db)
    for (const row of rows) {
      const text = row.text?.replace(/\s+/g, ' ').trim()
      if (text || row.image_url)
        previews.set(row.id, { ...(text ? { text } : {}), ...(row.image_url ? { image_url: row.image_url } : {}) })
    }
  }
  return notifications.map(({ isSealed: _, ...notification }) => {
    const preview = previews.get(idByNotification.get(notification.id) ?? '')
    return preview ? { ...notification, preview } : notification
  })
}
