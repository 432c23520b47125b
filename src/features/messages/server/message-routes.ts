import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { messages } from '../contract.ts'
import { markRead } from './actions.ts'
import { deleteMessage, sendMessage, updateMessage } from './message-actions.ts'
import { listMessages, messageOr404, withImages } from './message-queries.ts'
import { assertOpen, messageText } from './policy.ts'
import { presentMessage } from './present.ts'
import { publishMessage } from './publish.ts'
import { listAudience, participantOr404 } from './queries.ts'
import { publishRead } from './routes.ts'

export function messageRoutes(app: App) {
  const { live } = app
  const whole = async (db: Db, viewer: Viewer, id: string) => {
    const row = await messageOr404(db, viewer, id)
    const [shown] = await withImages(db, viewer, [row])
    return shown ?? { row, image: null }
  }

  serve(app, messages.list, async ({ db, viewer, params, query }) => {
    const { before, limit } = query
    const from = typeof before === 'string' ? (await messageOr404(db, viewer, before)).seq : before
    const { rows, pagination } = await listMessages(db, viewer, params.id, { before: from, limit })
    if (rows.length === 0) await participantOr404(db, viewer, params.id)
    const shown = await withImages(db, viewer, rows)
    return { ...ok(shown.map((message) => presentMessage(message, viewer.id))), pagination }
  })

  serve(app, messages.send, async ({ db, viewer, params, body }) => {
    const conversation = await participantOr404(db, viewer, params.id)
    assertOpen(conversation)
    const image = body.image_url || body.file_url || null
    if (body.type === 'image' && !image) throw badRequest('Add a photo to send.')
    const isImage = body.type === 'image' && image !== null
    const content = isImage ? (body.content ?? '') : messageText(body.content)
    const sent = await sendMessage(db, viewer, conversation.id, { content, image: isImage ? image : null })
    const [shown = { row: sent.row, image: null }] = await withImages(db, viewer, [sent.row])
    publishMessage(live, db, viewer, 'message.created', shown, sent.audience)
    return ok(presentMessage(shown, viewer.id))
  })

  serve(app, messages.read, async ({ db, viewer, params }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    const { seq, conversation_id } = await messageOr404(db, viewer, params.mid)
    if (conversation_id !== id) throw notFound('Message not found')
    await publishRead(app, db, viewer, id, await markRead(db, viewer, id, seq))
    return okEmpty()
  })

  serve(app, messages.update, async ({ db, viewer, params, body }) => {
    const message = await messageOr404(db, viewer, params.id)
    if (message.sender_id !== viewer.id || message.system_kind !== null)
      throw forbidden('You can only edit your own messages.')
    if (message.type === 'image') throw badRequest('Photo messages can’t be edited.')
    const content = messageText(body.content)
    assertOpen(await participantOr404(db, viewer, message.conversation_id))
    await updateMessage(db, viewer, message.id, content)
    const shown = await whole(db, viewer, message.id)
    const audience = await listAudience(db, viewer, message.conversation_id)
    publishMessage(live, db, viewer, 'message.updated', shown, audience)
    return ok(presentMessage(shown, viewer.id))
  })

  serve(app, messages.remove, async ({ db, viewer, params }) => {
    const { id, sender_id, conversation_id, system_kind } = await messageOr404(db, viewer, params.id)
    if (sender_id !== viewer.id || system_kind !== null) throw forbidden('You can only delete your own messages.')
    await deleteMessage(db, viewer.schoolId, id)
    const people = await listAudience(db, viewer, conversation_id)
    live.publish(db, { schoolId: viewer.schoolId, people }, 'message.deleted', { conversation_id, message_id: id })
    return okEmpty()
  })
}
