import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflictWith, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { messageLimits } from '../contract.ts'
import { conversations } from '../conversation-contract.ts'
import { clearHistory, createMultiConversation, markRead, mute, openDirect, unhideConversation } from './actions.ts'
import { listAudience, listSharing } from './audience.ts'
import { leaveConversation } from './leave-actions.ts'
import { setLevel } from './levels.ts'
import { markMentionsRead } from './mentions.ts'
import { presentConversation, presentMessage } from './present.ts'
import { conversationOr404, findReachable, listConversations, participantOr404 } from './queries.ts'
import { acceptDirect, askParticipants, assertJoined, declineRequest, retractRequest } from './requests.ts'

export function conversationRoutes(app: App) {
  const { live } = app
  const shown = async (db: Db, viewer: Viewer, id: string) =>
    presentConversation(await conversationOr404(db, viewer, id), viewer)
  const publishUnread = (db: Db, { schoolId, id }: Viewer, conversation_id: string, unread_count: number) =>
    live.publish(db, { schoolId, people: [id] }, 'unread', { conversation_id, unread_count })

  /** To the other devices of the viewer, who has changed what notifies them. */
  const publishMuted = async (db: Db, viewer: Viewer, conversation_id: string) => {
    const { unread_count, muted, level } = await conversationOr404(db, viewer, conversation_id)
    const body = { conversation_id, unread_count, muted, level }
    live.publish(db, { schoolId: viewer.schoolId, people: [viewer.id] }, 'unread', body)
  }

  serve(app, conversations.list, async ({ db, viewer, query }) => {
    const { rows, unread, pagination } = await listConversations(db, viewer, query)
    return { ...ok(rows.map((row) => presentConversation(row, viewer))), unread_count: unread, pagination }
  })

  serve(app, conversations.create, async ({ db, viewer, body }) => {
    const named = [body.participants ?? [], body.participant_id ?? []].flat()
    const others = [...new Set(named)].filter((id) => id !== viewer.id)
    if (others.length === 0) throw badRequest('Choose someone to message.')
    if (others.length > messageLimits.people)
      throw badRequest(`A conversation has up to ${messageLimits.people + 1} people.`)
    if ((await findReachable(db, viewer, others)).length < others.length) throw notFound('User not found')
    const [only, ...more] = others
    if (only && more.length === 0) {
      const { id, isNew } = await withUserTransaction(db, viewer, async (trx) => {
        const opened = await openDirect(trx, viewer, only)
        if (!opened.isNew) {
          await unhideConversation(trx, viewer, opened.id)
          if (await acceptDirect(trx, viewer, opened.id)) await publishAccepted(app, trx, viewer, opened.id)
        }
        return opened
      })
      const data = await shown(db, viewer, id)
      if (!isNew)
        throw conflictWith(conversations.create, 'You already have this conversation.', { conversation_id: id, data })
      return { ...ok(data), conversation_id: id }
    }
    const title = body.title || null
    const id = await withUserTransaction(db, viewer, async (trx) => {
      const created = await createMultiConversation(trx, viewer, others, title)
      await askParticipants(app, trx, viewer, created)
      return created
    })
    return { ...ok(await shown(db, viewer, id)), conversation_id: id }
  })

  serve(app, conversations.show, async ({ db, viewer, params }) => ok(await shown(db, viewer, params.id)))

  serve(app, conversations.remove, async ({ db, viewer, params }) => {
    const { id, my_state } = await participantOr404(db, viewer, params.id)
    if (my_state !== 'open') await retractRequest(app, db, viewer, await declineRequest(db, viewer, id))
    else await clearHistory(db, viewer, id, { hide: true })
    publishUnread(db, viewer, id, 0)
    return okEmpty()
  })

  serve(app, conversations.leave, async ({ db, viewer, params }) => {
    const row = await leaveConversation(db, viewer, params.id)
    const message = presentMessage({ row }, '')
    const people = await listAudience(db, viewer, row.conversation_id) // without the viewer, who is not a participant any more
    live.publish(db, { schoolId: viewer.schoolId, people }, 'message.created', {
      conversation_id: row.conversation_id,
      message,
    })
    return okEmpty('You left the conversation')
  })

  serve(app, conversations.clear, async ({ db, viewer, params }) => {
    const participant = await participantOr404(db, viewer, params.id)
    assertJoined(participant)
    const { id } = participant
    await clearHistory(db, viewer, id)
    publishUnread(db, viewer, id, 0)
    return okEmpty()
  })

  serve(app, conversations.read, async ({ db, viewer, params }) => {
    const { id, my_state } = await participantOr404(db, viewer, params.id)
    if (my_state === 'open') await publishRead(app, db, viewer, id, await markRead(db, viewer, id))
    return okEmpty()
  })

  serve(app, conversations.mute, async ({ db, viewer, params, body }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    await mute(db, viewer, id, body.muted)
    await publishMuted(db, viewer, id)
    return okEmpty()
  })

  serve(app, conversations.level, async ({ db, viewer, params, body }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    await setLevel(db, viewer, id, body.level)
    await publishMuted(db, viewer, id)
    return okEmpty()
  })

  serve(app, conversations.typing, async ({ db, viewer, params }) => {
    const { id, is_open, my_state } = await participantOr404(db, viewer, params.id)
    const others =
      is_open && my_state === 'open'
        ? (await listSharing(db, viewer, id, 'typing')).filter((person) => person !== viewer.id)
        : []
    const body = { conversation_id: id, user_id: viewer.id, name: viewer.name }
    live.publish(db, { schoolId: viewer.schoolId, people: others }, 'typing', body)
    return okEmpty()
  })
}

/** Informs both users that the viewer has accepted, and removes the notification of the request. */
export async function publishAccepted(app: App, db: Trx, viewer: Viewer, id: string) {
  const people = await listAudience(db, viewer, id)
  const [requestedBy = null] = people.filter((person) => person !== viewer.id)
  await retractRequest(app, db, viewer, requestedBy)
  app.live.publish(db, { schoolId: viewer.schoolId, people }, 'conversation.changed', { id })
}

/** Publishes the read position to the other participants, and the unread count to the user's own devices. */
export async function publishRead(app: App, db: Trx, viewer: Viewer, id: string, seq: number | undefined) {
  if (seq === undefined) return
  const { live } = app
  await markMentionsRead(app, db, viewer, id, seq)
  const { is_open, unread_count } = await conversationOr404(db, viewer, id)
  const { schoolId } = viewer
  live.publish(db, { schoolId, people: [viewer.id] }, 'unread', { conversation_id: id, unread_count })
  const people = is_open ? await listSharing(db, viewer, id, 'receipts') : []
  live.publish(db, { schoolId, people }, 'conversation.read', {
    conversation_id: id,
    user_id: viewer.id,
    read_seq: seq,
  })
}
