import { forbidden } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { assertMember } from '../../groups/server/policy.ts'
import { membershipOr404 } from '../../groups/server/queries.ts'
import { groupAssignments } from '../contract.ts'
import { shareAssignment, unshareAssignment } from './group-actions.ts'
import { listShared, sharedOr404 } from './group-queries.ts'
import { assignmentOr404 } from './queries.ts'

export function groupAssignmentRoutes(app: App) {
  serve(app, groupAssignments.list, async ({ db, viewer, params, query }) => {
    const { shared, pagination } = await listShared(db, viewer, params.gid, query)
    return { ...ok(shared), pagination }
  })

  serve(app, groupAssignments.share, async ({ db, viewer, params, body }) => {
    assertMember(await membershipOr404(db, viewer, params.gid))
    const { id } = await assignmentOr404(db, viewer, body.assignment_id)
    await shareAssignment(db, viewer, params.gid, id)
    return ok(await sharedOr404(db, viewer, params.gid, id))
  })

  serve(app, groupAssignments.unshare, async ({ db, viewer, params }) => {
    const shared = await sharedOr404(db, viewer, params.gid, params.aid)
    if (!shared.can.unshare) throw forbidden('Only the person who shared this or a group admin can remove it.')
    await unshareAssignment(db, viewer, params.gid, params.aid)
    return okEmpty()
  })
}
