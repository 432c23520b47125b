import { type SchoolScope, schoolScope } from '../../../shared/server/auth/school-scope.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { forbidden } from '../../../shared/server/http/errors.ts'

/**
 * Ads that an administrator manages. A school's administrator: those for their own school, if a site administrator
 * granted it. Site administrators: all, or those that one school sees.
 */
export function adScope(viewer: Viewer, asked?: string | undefined): SchoolScope {
  if (!viewer.canManageAds) throw forbidden('You don’t have permission to manage ads.')
  return schoolScope(viewer, asked)
}
