import type { Anonymity, SealedItem } from '../../../shared/server/anonymity.ts'
import { idOf } from '../../../shared/server/db.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'

/** What the tags of likes are bound to. */
export const likeKind = 'confession_like'

/** The id of the like that this viewer gives this confession: always the same, and only the server can work it out. */
export function likeOf(
  anonymity: Anonymity,
  { id, schoolId }: Pick<Viewer, 'id' | 'schoolId'>,
  confession: string,
): SealedItem {
  const hex = anonymity.blind('confession like', id, confession).toString('hex', 0, 16)
  const versioned = `${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17)}` // RFC 9562: an id of one's own making
  return { schoolId, kind: likeKind, id: idOf(versioned) }
}
