import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity, SealedItem } from '../../../shared/server/crypto/anonymity.ts'

/** Kind that the tags of likes are bound to. */
export const likeKind = 'confession_like'

/** What the keyed id of this user's like of this confession is made of. Deterministic, and only the key process can compute it. */
export const likeParts = (userId: string, confession: string): [string, string, string] => [
  'confession like',
  userId,
  confession,
]

/** This viewer's likes of these confessions, in their order, whether they exist or not. */
export async function findLikes(
  anonymity: Anonymity,
  { id, schoolId }: Pick<Viewer, 'id' | 'schoolId'>,
  confessions: readonly string[],
): Promise<SealedItem[]> {
  const ids = await anonymity.keyedIds(confessions.map((confession) => likeParts(id, confession)))
  return ids.map((like) => ({ schoolId, kind: likeKind, id: like }))
}
