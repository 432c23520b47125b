import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { findOwnRows } from '../../../shared/server/own-rows.ts'

/** Identifies the author of a row: a user id, or for an anonymous row a tag that only the key process can compare. */
type AuthorRef = {
  readonly id: string
  readonly author_id: string | null
  readonly author_tag: Buffer | null
}

/** The ids of those rows that the viewer wrote. No response reveals more about an anonymous author. */
export const findOwn = (
  anonymity: Anonymity,
  viewer: Viewer,
  kind: 'post' | 'comment',
  rows: readonly AuthorRef[],
): Promise<ReadonlySet<string>> =>
  findOwnRows(
    anonymity,
    viewer,
    kind,
    rows.map(({ id, author_id: authorId, author_tag }) => ({ id, authorId, author_tag })),
  )

/** Whether the viewer wrote the row. */
export const isAuthor = async (anonymity: Anonymity, viewer: Viewer, kind: 'post' | 'comment', row: AuthorRef) =>
  (await findOwn(anonymity, viewer, kind, [row])).has(row.id)
