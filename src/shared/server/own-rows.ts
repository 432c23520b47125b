import type { Viewer } from './auth/viewer.ts'
import type { Anonymity } from './crypto/anonymity.ts'

/** `authorId` is null for an anonymous row, whose tag only the key process can compare. */
type AuthoredRow = { readonly id: string; readonly authorId: string | null; readonly author_tag: Buffer | null }

/** The ids of those rows that the viewer wrote; of anonymous ones, none in a session that hides them. */
export async function findOwnRows(
  anonymity: Anonymity,
  viewer: Viewer,
  kind: string,
  rows: readonly AuthoredRow[],
): Promise<ReadonlySet<string>> {
  const own = new Set<string>()
  const sealed: AuthoredRow[] = []
  for (const row of rows)
    if (row.authorId === viewer.id) own.add(row.id)
    else if (row.authorId === null && !viewer.hidesOwn) sealed.push(row)
  if (sealed.length === 0) return own
  for (const id of await anonymity.findOwn(viewer, kind, sealed)) own.add(id)
  return own
}
