import { auditActor, recordAudit, recordAuditedRead } from '../../../shared/server/audit.ts'
import { inOrder } from '../../../shared/server/cells/merge-lists.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ContentType } from '../../moderation/server/content-types.ts'
import { notices } from '../contract.ts'
import { closeNotice, createNotice } from './actions.ts'
import { openNoticePlaces } from './places.ts'
import { listNotices } from './queries.ts'

/** Notices of people who need no account, and their list for site administrators. */
export function noticeRoutes(app: App, kinds: readonly ContentType[]) {
  const places = openNoticePlaces(app, kinds)

  serve(app, notices.create, async ({ body, request }) => {
    await app.limits.consumeNotice(request.ip, body.email)
    await createNotice(app, body)
    return okEmpty(`We received your notice. Confirm it with the link we sent to ${body.email}.`)
  })

  serve(app, notices.confirm, async ({ params }) => ok({ receipt: await places.confirm(params.token) }))

  serve(app, notices.show, async ({ params }) => ok(await places.show(params.token)))

  serve(app, notices.list, async (call) => {
    const { db, query } = call
    const detail = { state: query.state, page: query.page }
    await recordAuditedRead(db, auditActor(call), { action: 'notices.list', school: null, detail })
    const { rows, places, pagination } = await listNotices(db, query.state === 'open', query)
    return inOrder({ ...ok(rows), pagination }, { places, order: 'ascending' })
  })

  serve(app, notices.close, async (call) => {
    const { db, params } = call
    await closeNotice(app, db, params.id)
    await recordAudit(db, auditActor(call), {
      action: 'notice.close',
      school: null,
      target: { type: 'notice', id: params.id },
    })
    return okEmpty()
  })
}
