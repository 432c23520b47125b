import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { presentNote } from '../../discussions/server/notes.ts'
import type { Confession } from '../contract.ts'
import { isAuthor } from './policy.ts'
import type { ConfessionRow } from './queries.ts'

/** Presents a confession to its author, while others do not see it. */
export const presentOwnWaiting = (row: ConfessionRow, viewer: Viewer, anonymity: Anonymity): Confession => ({
  ...presentConfession({ row, isLiked: false }, viewer, anonymity),
  pending: true,
  state: 'waiting',
})

export function presentConfession(
  { row, isLiked }: { row: ConfessionRow; isLiked: boolean },
  viewer: Viewer,
  anonymity: Anonymity,
): Confession {
  const mine = isAuthor(anonymity, viewer, row)
  return {
    id: row.id,
    confession_number: row.confession_number,
    content: row.content,
    category: row.category,
    created_at: row.created_at,
    likes_count: row.likes_count,
    is_liked: isLiked,
    is_author: mine,
    trending: row.trending,
    ...presentNote(row),
    can: { delete: mine, report: true },
  }
}
