import { sql } from 'kysely'
import { isInScope, type MediaRule } from '../../media/server/access.ts'

/** Moderators also read what a report keeps, and students with a grant for cases. */
export const isReportEvidence: MediaRule = (viewer) =>
  sql<boolean>`(${viewer.handlesCases}::boolean and ${isInScope(viewer)} and exists (select from report_images
    where report_images.school_id = uploads.school_id and report_images.name = uploads.name))`
