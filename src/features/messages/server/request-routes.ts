import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { conversations } from '../conversation-contract.ts'
import { listAudience } from './audience.ts'
import { presentConversation, presentMessage } from './present.ts'
import { conversationOr404 } from './queries.ts'
import { acceptRequest, declineRequest, retractRequest } from './requests.ts'

/** The answers of users who were asked. */
export function requestRoutes(app: App) {
  const { live } = app

  serve(app, conversations.accept, async ({ db, viewer, params: { id } }) => {
    const { requestedBy, lines } = await acceptRequest(db, viewer, id)
    await retractRequest(app, db, viewer, requestedBy)
    const scope = { schoolId: viewer.schoolId, people: await listAudience(db, viewer, id) }
    for (const row of lines)
      live.publish(db, scope, 'message.created', {
        conversation_id: id,
        message: presentMessage({ row }, ''),
      })
    live.publish(db, scope, 'conversation.changed', { id })
    return ok(presentConversation(await conversationOr404(db, viewer, id), viewer))
  })

  serve(app, conversations.decline, async ({ db, viewer, params: { id } }) => {
    await retractRequest(app, db, viewer, await declineRequest(db, viewer, id))
    live.publish(db, { schoolId: viewer.schoolId, people: [viewer.id] }, 'conversation.changed', { id })
    return okEmpty()
  })
}
