import type { Anonymity, SealedItem } from '../../../shared/server/anonymity.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'

/** What the tags of likes are bound to. */
export const likeKind = 'confession_like'

/** The id of the like that this viewer gives this confession: always the same, and only the server can work it out. */
export function likeOf(
  anonymity: Anonymity,
  { id, schoolId }: Pick<Viewer, 'id' | 'schoolId'>,
  confession: string,
): SealedItem {
  const hex = anonymity.blind('confession like', id, confession).toString('hex')
  return { schoolId, kind: likeKind, id: hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5') }
}
