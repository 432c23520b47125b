import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'

type SealedAuthorship = { readonly id: string; readonly school_id: string; readonly author_tag: Buffer }

/** Whether the viewer wrote it. No other viewer can identify the author. */
export const isAuthor = (anonymity: Anonymity, viewer: Viewer, row: SealedAuthorship): boolean =>
  !viewer.hidesOwn &&
  anonymity.isAuthor(viewer.id, { schoolId: row.school_id, kind: 'confession', id: row.id }, row.author_tag)
