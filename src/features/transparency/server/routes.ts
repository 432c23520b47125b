import { ok, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { TransparencyReply, transparency } from '../contract.ts'
import { toCsv } from './csv.ts'
import { publicReportOr404, reportOr404 } from './queries.ts'

/** The published numbers of a school: for its members, and for everyone when the school allows it. */
export function transparencyRoutes(app: App) {
  serve(app, transparency.show, async ({ db, viewer, query }) =>
    ok(await reportOr404(db, viewer.schoolId, query.period)),
  )
  serve(app, transparency.showPublic, async ({ db, params, query, reply }) => {
    const report = await publicReportOr404(db, params.school_id, query.period)
    if (query.format === 'json') return reply.send(TransparencyReply.parse(ok(report)))
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="numbers-${report.period}.csv"`)
      .send(toCsv(report))
  })
}
