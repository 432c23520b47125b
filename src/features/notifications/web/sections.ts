import type { Notification } from '../contract.ts'

/** A row of the list: one notification, or likes of several posts. */
export type NotificationEntry = Notification & {
  /** The notifications that the row stands for. */
  readonly ids: readonly string[]
}

export type Section = { readonly title: string; readonly rows: NotificationEntry[] }

const daySeconds = 24 * 3600
const likesWithinSeconds = 3600
const likeSentence = '{names} liked your post'
/** Page of the viewer's own posts. */
const ownPosts = '/profile'

/** Sections by age, latest first; what is unread comes first. */
export function toSections(notifications: readonly Notification[], now = new Date()): Section[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime() / 1000
  const findTitle = ({ is_read, created_at }: Notification) => {
    if (!is_read) return 'New'
    if (created_at >= midnight) return 'Today'
    return created_at >= midnight - 6 * daySeconds ? 'This week' : 'Earlier'
  }
  return ['New', 'Today', 'This week', 'Earlier']
    .map((title) => ({ title, rows: joinLikes(notifications.filter((one) => findTitle(one) === title)) }))
    .filter(({ rows }) => rows.length > 0)
}

/** Likes of several posts within an hour become one row, at the place of the latest. */
function joinLikes(notifications: readonly Notification[]): NotificationEntry[] {
  const rows: NotificationEntry[] = []
  let latestLike: NotificationEntry | undefined
  for (const notification of notifications) {
    const isLike = notification.kind === 'like' && notification.sentence === likeSentence
    if (isLike && latestLike && latestLike.created_at - notification.created_at < likesWithinSeconds) {
      const joined: NotificationEntry = addLike(latestLike, notification)
      rows[rows.indexOf(latestLike)] = joined
      latestLike = joined
      continue
    }
    const row = { ...notification, ids: [notification.id] }
    if (isLike) latestLike = row
    rows.push(row)
  }
  return rows
}

function addLike(row: NotificationEntry, like: Notification): NotificationEntry {
  const ids = [...row.ids, like.id]
  const known = new Set(row.actors.map(({ id }) => id))
  const actors = [...row.actors, ...like.actors.filter(({ id }) => !known.has(id))]
  const texts = [row.preview?.text, like.preview?.text].filter((text) => text !== undefined)
  const image_url = row.preview?.image_url ?? like.preview?.image_url
  return {
    ...row,
    ids,
    actors,
    // The same users may have liked several of the posts, so the larger number is the one that is certain.
    others: Math.max(row.others, like.others),
    sentence: `{names} liked ${ids.length} of your posts`,
    link: ownPosts,
    preview: { ...(texts.length > 0 ? { text: texts.join(' · ') } : {}), ...(image_url ? { image_url } : {}) },
  }
}
