import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'

type RatingAuthorship = {
  readonly id: string
  readonly school_id: string
  readonly reviewer_id: string | null
  readonly author_tag: Buffer | null
}

/** Whether the viewer wrote the rating. No other viewer can identify an anonymous reviewer. */
export const isReviewer = (anonymity: Anonymity, viewer: Viewer, rating: RatingAuthorship): boolean =>
  rating.reviewer_id === null
    ? !viewer.hidesOwn &&
      anonymity.isAuthor(viewer.id, { schoolId: rating.school_id, kind: 'rating', id: rating.id }, rating.author_tag)
    : rating.reviewer_id === viewer.id

/** Whether the viewer may change the rating. An anonymous one stays as it is: its changes would show its author's times. */
export const canEdit = (viewer: Viewer, rating: RatingAuthorship): boolean => rating.reviewer_id === viewer.id
