import { auditActor, recordAuditedRead } from '../../../shared/server/audit.ts'
import { schoolScope } from '../../../shared/server/auth/school-scope.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { presentNote } from '../../discussions/server/notes.ts'
import { paginate } from '../../moderation/server/present.ts'
import { waitingConfessions } from '../waiting-contract.ts'
import { confessionType } from './content-types.ts'
import { approveConfession, findOwnOfStudent, lockWaiting, rejectConfession } from './waiting-actions.ts'
import { listWaiting, type WaitingRow } from './waiting-queries.ts'

const presentWaiting = ({ author_tag: _, note, sensitive, ...row }: WaitingRow) => ({
  ...row,
  ...presentNote({ note, sensitive }),
})

/** Moderators read confessions before they appear. */
export function waitingConfessionRoutes(app: App) {
  const { anonymity } = app

  serve(app, waitingConfessions.list, async (call) => {
    const { db, viewer, query } = call
    const scope = schoolScope(viewer, query.school_id)
    await recordAuditedRead(db, auditActor(call), { action: 'confessions.waiting', school: scope })
    const { rows, places, total } = await listWaiting(db, scope, query)
    const own = await findOwnOfStudent(anonymity, viewer, rows)
    const confessions = rows.filter(({ id }) => !own.has(id)).map(presentWaiting)
    return inOrder(ok({ confessions, pagination: paginate(query, total) }), { places, order: 'ascending' })
  })

  serve(app, waitingConfessions.approve, async (call) => {
    const { db, viewer, params } = call
    const school = await lockWaiting(db, anonymity, viewer, schoolScope(viewer), params.id)
    await approveConfession(db, auditActor(call), school, params.id)
    return okEmpty()
  })

  serve(app, waitingConfessions.reject, async (call) => {
    const { db, viewer, params, body } = call
    const school = await lockWaiting(db, anonymity, viewer, schoolScope(viewer), params.id)
    await rejectConfession(app, db, confessionType, auditActor(call), { school, id: params.id }, body)
    return okEmpty()
  })
}
