import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'

/** Identifies the author of a row: a user id, or for an anonymous row a tag that only the server can compare. */
type AuthorRef = {
  readonly id: string
  readonly school_id: string
  readonly author_id: string | null
  readonly author_tag: Buffer | null
}

/** Whether the viewer wrote the row. No response reveals more about an anonymous author. */
export const isAuthor = (anonymity: Anonymity, viewer: Viewer, kind: 'post' | 'comment', row: AuthorRef): boolean =>
  row.author_id === null
    ? !viewer.hidesOwn && anonymity.isAuthor(viewer.id, { schoolId: row.school_id, kind, id: row.id }, row.author_tag)
    : row.author_id === viewer.id
