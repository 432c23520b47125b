import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { findOwnRows } from '../../../shared/server/own-rows.ts'

type RatingAuthorship = {
  readonly id: string
  readonly reviewer_id: string | null
  readonly author_tag: Buffer | null
}

/** The ids of those ratings that the viewer wrote. No other viewer can identify an anonymous reviewer. */
export const findOwn = (
  anonymity: Anonymity,
  viewer: Viewer,
  ratings: readonly RatingAuthorship[],
): Promise<ReadonlySet<string>> =>
  findOwnRows(
    anonymity,
    viewer,
    'rating',
    ratings.map(({ id, reviewer_id: authorId, author_tag }) => ({ id, authorId, author_tag })),
  )

/** Whether the viewer may change the rating. An anonymous one stays as it is: its changes would show its author's times. */
export const canEdit = (viewer: Viewer, rating: RatingAuthorship): boolean => rating.reviewer_id === viewer.id
