import { presentNote } from '../../discussions/server/notes.ts'
import type { Confession } from '../contract.ts'
import type { ConfessionRow } from './queries.ts'

/** Presents a confession to its author, while others do not see it. */
export const presentOwnWaiting = (row: ConfessionRow): Confession => ({
  ...presentConfession({ row, isLiked: false }, true),
  pending: true,
  state: 'waiting',
})

/** `mine`: the viewer wrote it. */
export function presentConfession(
  { row, isLiked }: { row: ConfessionRow; isLiked: boolean },
  mine: boolean,
): Confession {
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
