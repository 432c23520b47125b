import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity, SealedItem } from '../../../shared/server/crypto/anonymity.ts'

/** Kind that the tags of likes are bound to. */
export const likeKind = 'confession_like'

/** What the keyed id of this user's like of this confession is made of. Deterministic, and only the key process can compute it. */
export const likeParts = (userId: string, confession: string): [string, string, string] => [
  ...beforeLike(userId),
  confession,
]

const beforeLike = (userId: string): [string, string] => ['confession like', userId]

/** This viewer's like of this confession, whether it exists or not. `former` are the ids that it can have during a key rotation. */
export async function findLike(
  anonymity: Anonymity,
  { id, schoolId }: Pick<Viewer, 'id' | 'schoolId'>,
  confession: string,
): Promise<{ readonly like: SealedItem; readonly former: readonly string[] }> {
  const [[newest = '', ...former] = []] = await anonymity.keyedIds(beforeLike(id), [confession])
  return { like: { schoolId, kind: likeKind, id: newest }, former }
}

/** The ids that this viewer's likes of these confessions can have. */
export const listLikeIds = async (
  anonymity: Anonymity,
  { id }: Pick<Viewer, 'id'>,
  confessions: readonly string[],
): Promise<string[]> => (confessions.length === 0 ? [] : (await anonymity.keyedIds(beforeLike(id), confessions)).flat())
