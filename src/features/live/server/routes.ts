import { serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { live } from '../contract.ts'

export function liveRoutes(app: App) {
  serve(app, live.stream, async ({ viewer, query, request, reply }) => {
    if (request.method === 'HEAD') return reply.type('text/event-stream').send()
    const header = request.headers['last-event-id']
    const after = typeof header === 'string' ? header : query.after
    await app.live.openStream(reply, viewer, { after, posts: query.posts })
  })
}
