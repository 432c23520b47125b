import { type SchoolScope, schoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'

/**
 * Whose ads an administrator manages: those aimed at their own school, when a site administrator has granted it; site
 * administrators all of them, or what one school is shown.
 */
export function adScope(viewer: Viewer, asked?: string | undefined): SchoolScope {
  if (!viewer.canManageAds) throw forbidden('You are not allowed to manage ads.')
  return schoolScope(viewer, asked)
}
