import { auditActor, recordAudit, recordAuditedRead } from '../../../shared/server/audit.ts'
import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { readAggregates } from '../../../shared/server/db/replica-reads.ts'
import { accepted, ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { findListedTypes, listRecent } from '../../moderation/server/content-queries.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { admin, maxRecentActivities } from '../contract.ts'
import { grantAds, pause, resume, setMinor } from './actions.ts'
import { addAnalytics, analyse } from './analytics-queries.ts'
import { listAudit } from './audit-queries.ts'
import { changeSchoolRole } from './role-actions.ts'
import { addStats, findStats } from './stats-queries.ts'
import { listUsers } from './user-queries.ts'

/** Administration: overview, users, analytics and audit log. */
export function adminRoutes(app: App, kinds: readonly ContentType[]) {
  const listed = findListedTypes(kinds)

  serve(app, admin.stats, {
    run: async ({ db, viewer, query }) => {
      const names = listed.map(({ kind }) => kind)
      return ok(await findStats(db, schoolScope(viewer, query.school_id), names))
    },
    merge: (first, next) => ok(addStats(first.data, next.data)),
  })

  serve(app, admin.recentActivity, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    await recordAuditedRead(db, auditActor(call), { action: 'activity.list', school: scope })
    const { rows, places } = await listRecent(db, listed, scope, maxRecentActivities)
    return inOrder(ok(rows), { places })
  })

  serve(app, admin.users, async (call) => {
    const { db, viewer, query } = call
    const { school_id, limit, ...asked } = query
    const scope = schoolScope(viewer, school_id)
    const act = { action: 'users.list', school: scope, detail: asked }
    await withUserTransaction(db, viewer, (trx) => recordAudit(trx, auditActor(call), act)) // audit first: users are not listed without an audit line
    const { places, ...list } = await listUsers(db, viewer, scope, query)
    return inOrder(ok(list), { places })
  })

  serve(app, admin.grantAds, async (call) => {
    await grantAds(call.db, auditActor(call), call.params.id, call.body.can_manage_ads)
    return okEmpty()
  })

  serve(app, admin.setMinor, async (call) => {
    await setMinor(call.db, auditActor(call), call.params.id, call.body.is_minor)
    return okEmpty()
  })

  serve(app, admin.pause, async (call) => {
    const is_waiting = await pause(call.db, app.config, auditActor(call), call.params.id, call.body.reason)
    return accepted(ok({ is_waiting }), is_waiting)
  })

  serve(app, admin.resume, async (call) => {
    await resume(call.db, app.config, auditActor(call), call.params.id, call.body.reason)
    return okEmpty()
  })

  serve(app, admin.changeRole, async (call) => {
    const is_waiting = await changeSchoolRole(call.db, app.config, auditActor(call), call.params.id, call.body.role)
    return accepted(ok({ is_waiting }), is_waiting)
  })

  serve(app, admin.analytics, {
    run: async ({ db, viewer, query }) => {
      const scope = schoolScope(viewer, query.school_id)
      const analytics = await readAggregates(db, (from) => analyse(from, kinds, scope, query.period))
      return { ...ok(analytics), ...analytics }
    },
    merge: (first, next) => {
      const analytics = addAnalytics(first.data, next.data)
      return { ...ok(analytics), ...analytics }
    },
  })

  serve(app, admin.audit, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    const { lines, places, total } = await listAudit(db, scope, query)
    await recordAuditedRead(db, auditActor(call), { action: 'audit.list', school: scope }) // the listing does not contain its own audit line
    const { page, limit } = query
    const pagination = { page, limit, total, totalPages: Math.max(1, Math.ceil(total / limit)) }
    return inOrder(ok({ lines, pagination }), { places })
  })
}
