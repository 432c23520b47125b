import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { findOwnRows } from '../../../shared/server/own-rows.ts'

type SealedAuthorship = { readonly id: string; readonly author_tag: Buffer }

/** The ids of those confessions that the viewer wrote. No other viewer can identify the author. */
export const findOwn = (
  anonymity: Anonymity,
  viewer: Viewer,
  rows: readonly SealedAuthorship[],
): Promise<ReadonlySet<string>> =>
  findOwnRows(
    anonymity,
    viewer,
    'confession',
    rows.map(({ id, author_tag }) => ({ id, authorId: null, author_tag })),
  )

/** Whether the viewer wrote it. */
export const isAuthor = async (anonymity: Anonymity, viewer: Viewer, row: SealedAuthorship): Promise<boolean> =>
  (await findOwn(anonymity, viewer, [row])).has(row.id)
