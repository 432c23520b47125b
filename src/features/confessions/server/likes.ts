import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity, SealedItem } from '../../../shared/server/crypto/anonymity.ts'

/** What the tags of likes are bound to. */
export const likeKind = 'confession_like'

/** The id of the like that this viewer gives this confession: always the same, and only the server can work it out. */
export function findLike(
  anonymity: Anonymity,
  { id, schoolId }: Pick<Viewer, 'id' | 'schoolId'>,
  confession: string,
): SealedItem {
  return { schoolId, kind: likeKind, id: anonymity.keyedId('confession like', id, confession) }
}
