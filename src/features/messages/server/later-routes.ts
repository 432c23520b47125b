import { HttpError, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { drafts, reminders, scheduledMessages } from '../later-contract.ts'
import { saveDraft } from './drafts.ts'
import { messageOr404 } from './message-queries.ts'
import { presentConversation } from './present.ts'
import { listConversationsById, participantOr404 } from './queries.ts'
import { removeReminder, setReminder } from './reminders.ts'
import { listScheduled, removeScheduled, sendScheduledNow, updateScheduled } from './scheduled.ts'

/** What happens later: scheduled messages, reminders, and drafts. */
export function laterRoutes(app: App) {
  serve(app, scheduledMessages.list, async ({ db, viewer }) => {
    const rows = await listScheduled(db, viewer)
    const conversations = await listConversationsById(db, viewer, [...new Set(rows.map((row) => row.conversation_id))])
    const titles = new Map(conversations.map((row) => [row.id, presentConversation(row, viewer).title]))
    return ok(rows.map((row) => ({ ...row, conversation_title: titles.get(row.conversation_id) ?? '' })))
  })

  serve(app, scheduledMessages.update, async ({ db, viewer, params, body }) =>
    ok(await updateScheduled(db, viewer, params.id, body)),
  )

  serve(app, scheduledMessages.send, async ({ db, viewer, params }) => {
    await sendScheduledNow(app, db, viewer, params.id)
    return okEmpty('Message sent')
  })

  serve(app, scheduledMessages.remove, async ({ db, viewer, params }) => {
    await removeScheduled(db, viewer, params.id)
    return okEmpty()
  })

  serve(app, reminders.set, async ({ db, viewer, params, body }) => {
    const { id, system_kind } = await messageOr404(db, viewer, params.id)
    if (system_kind !== null) throw notFound('Message not found')
    await setReminder(db, viewer, id, body.at)
    return ok({ at: body.at })
  })

  serve(app, reminders.remove, async ({ db, viewer, params }) => {
    const { id } = await messageOr404(db, viewer, params.id)
    await removeReminder(db, viewer, id)
    return okEmpty()
  })

  serve(app, drafts.save, async ({ db, viewer, params, body }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    if (viewer.isShared) throw new HttpError(403, 'shared_computer', 'A shared computer keeps no drafts.')
    await saveDraft(db, viewer, id, body.text)
    return okEmpty()
  })
}
