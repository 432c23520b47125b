import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Assignment } from '../contract.ts'
import { presentAssignment } from './present.ts'
import { type AssignmentRow, findAssignments, withMedia } from './queries.ts'

/** Presents questions to this viewer with their images. */
export const loadCards = async (db: Db, viewer: Viewer, rows: readonly AssignmentRow[]): Promise<Assignment[]> =>
  (await withMedia(db, viewer, rows)).map((assignment) => presentAssignment(assignment, viewer))

/** Loads the questions that this viewer may see, in the order of the ids. For features that refer to questions. */
export const loadAssignments = async (db: Db, viewer: Viewer, ids: readonly string[]): Promise<Assignment[]> =>
  loadCards(db, viewer, await findAssignments(db, viewer, ids))
