import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity, SealedItem } from '../../../shared/server/crypto/anonymity.ts'

/** Kind that the tags of likes are bound to. */
export const likeKind = 'confession_like'

/** Id of this viewer's like of this confession. Deterministic, and only the server can compute it. */
export function findLike(
  anonymity: Anonymity,
  { id, schoolId }: Pick<Viewer, 'id' | 'schoolId'>,
  confession: string,
): SealedItem {
  return { schoolId, kind: likeKind, id: anonymity.keyedId('confession like', id, confession) }
}
