import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest, conflictWith, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { conversations } from '../contract.ts'
import { clearHistory, createMultiConversation, markRead, mute, openDirect, unhideConversation } from './actions.ts'
import { leaveConversation } from './leave-actions.ts'
import { presentConversation, presentMessage } from './present.ts'
import { conversationOr404, findReachable, listAudience, listConversations, participantOr404 } from './queries.ts'

export function conversationRoutes(app: App) {
  const { live } = app
  const shown = async (db: Db, viewer: Viewer, id: string) =>
    presentConversation(await conversationOr404(db, viewer, id), viewer)
  const publishUnread = (db: Db, { schoolId, id }: Viewer, conversation_id: string, unread_count: number) =>
    live.publish(db, { schoolId, people: [id] }, 'unread', { conversation_id, unread_count })

  serve(app, conversations.list, async ({ db, viewer, query }) => {
    const { rows, unread, pagination } = await listConversations(db, viewer, query)
    return { ...ok(rows.map((row) => presentConversation(row, viewer))), unread_count: unread, pagination }
  })

  serve(app, conversations.create, async ({ db, viewer, body }) => {
    const named = [body.participants ?? [], body.participant_id ?? []].flat()
    const others = [...new Set(named)].filter((id) => id !== viewer.id)
    if (others.length === 0) throw badRequest('Choose someone to message.')
    if ((await findReachable(db, viewer, others)).length < others.length) throw notFound('User not found')
    const [only, ...more] = others
    if (only && more.length === 0) {
      const { id, isNew } = await withUserTransaction(db, viewer, async (trx) => {
        const opened = await openDirect(trx, viewer, only)
        if (!opened.isNew) await unhideConversation(trx, viewer, opened.id)
        return opened
      })
      const data = await shown(db, viewer, id)
      if (!isNew)
        throw conflictWith(conversations.create, 'You already have this conversation.', { conversation_id: id, data })
      return { ...ok(data), conversation_id: id }
    }
    const title = body.title || null
    const id = await withUserTransaction(db, viewer, (trx) => createMultiConversation(trx, viewer, others, title))
    return { ...ok(await shown(db, viewer, id)), conversation_id: id }
  })

  serve(app, conversations.show, async ({ db, viewer, params }) => ok(await shown(db, viewer, params.id)))

  serve(app, conversations.remove, async ({ db, viewer, params }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    await clearHistory(db, viewer, id, { hide: true })
    publishUnread(db, viewer, id, 0)
    return okEmpty()
  })

  serve(app, conversations.leave, async ({ db, viewer, params }) => {
    const row = await leaveConversation(db, viewer, params.id)
    const message = presentMessage({ row, image: null }, '')
    const people = await listAudience(db, viewer, row.conversation_id) // without the viewer, who is not a participant any more
    live.publish(db, { schoolId: viewer.schoolId, people }, 'message.created', {
      conversation_id: row.conversation_id,
      message,
    })
    return okEmpty('You left the conversation')
  })

  serve(app, conversations.clear, async ({ db, viewer, params }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    await clearHistory(db, viewer, id)
    publishUnread(db, viewer, id, 0)
    return okEmpty()
  })

  serve(app, conversations.read, async ({ db, viewer, params }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    await publishRead(app, db, viewer, id, await markRead(db, viewer, id))
    return okEmpty()
  })

  serve(app, conversations.mute, async ({ db, viewer, params, body }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    await mute(db, viewer, id, body.muted)
    const { unread_count, muted } = await conversationOr404(db, viewer, id)
    live.publish(db, { schoolId: viewer.schoolId, people: [viewer.id] }, 'unread', {
      conversation_id: id,
      unread_count,
      muted,
    })
    return okEmpty()
  })

  serve(app, conversations.typing, async ({ db, viewer, params }) => {
    const { id, is_open } = await participantOr404(db, viewer, params.id)
    const others = is_open ? (await listAudience(db, viewer, id)).filter((person) => person !== viewer.id) : []
    const body = { conversation_id: id, user_id: viewer.id, name: viewer.name }
    live.publish(db, { schoolId: viewer.schoolId, people: others }, 'typing', body)
    return okEmpty()
  })
}

/** Publishes the read position to the other participants, and the unread count to the user's own devices. */
export async function publishRead({ live }: App, db: Db, viewer: Viewer, id: string, seq: number | undefined) {
  if (seq === undefined) return
  const { is_open, unread_count } = await conversationOr404(db, viewer, id)
  const { schoolId } = viewer
  live.publish(db, { schoolId, people: [viewer.id] }, 'unread', { conversation_id: id, unread_count })
  const people = is_open ? await listAudience(db, viewer, id) : []
  live.publish(db, { schoolId, people }, 'conversation.read', {
    conversation_id: id,
    user_id: viewer.id,
    read_seq: seq,
  })
}
