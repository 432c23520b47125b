import type { Db } from '../../../shared/server/db.ts'
import { badRequest, conflict, notFound } from '../../../shared/server/errors.ts'
import type { House } from '../../../shared/server/house.ts'
import { ok, serve, show } from '../../../shared/server/serve.ts'
import type { Viewer } from '../../../shared/server/viewer.ts'
import { conversations } from '../contract.ts'
import { beginSeveral, clearHistory, markRead, mute, openDirect, showAgain } from './actions.ts'
import { leaveConversation } from './leave-actions.ts'
import { presentConversation, presentMessage } from './present.ts'
import { conversationOr404, findReachable, listAudience, listConversations, seatOr404 } from './queries.ts'

export function conversationRoutes(house: House) {
  const { live } = house
  const shown = async (db: Db, viewer: Viewer, id: string) =>
    presentConversation(await conversationOr404(db, viewer, id), viewer)
  const tellUnread = (db: Db, { schoolId, id }: Viewer, conversation_id: string, unread_count: number) =>
    live.tell(db, { schoolId, people: [id] }, 'unread', { conversation_id, unread_count })

  serve(house, conversations.list, async ({ db, viewer, query }) => {
    const { rows, unread, pagination } = await listConversations(db, viewer, query)
    return { ...show(rows.map((row) => presentConversation(row, viewer))), unread_count: unread, pagination }
  })

  serve(house, conversations.create, async ({ db, viewer, body }) => {
    const named = [body.participants ?? [], body.participant_id ?? []].flat()
    const others = [...new Set(named)].filter((id) => id !== viewer.id)
    if (others.length === 0) throw badRequest('Choose somebody to talk to.')
    if ((await findReachable(db, viewer, others)).length < others.length) throw notFound('User not found')
    const [only, ...more] = others
    if (only && more.length === 0) {
      const { id, isNew } = await openDirect(db, viewer, only)
      if (!isNew) await showAgain(house.db, viewer, id) // beside a transaction that the refusal would undo
      const data = await shown(isNew ? db : house.db, viewer, id)
      if (!isNew) throw conflict('This conversation exists already.', { conversation_id: id, data })
      return { ...show(data), conversation_id: id }
    }
    const id = await beginSeveral(db, viewer, others, body.title || null)
    return { ...show(await shown(db, viewer, id)), conversation_id: id }
  })

  serve(house, conversations.show, async ({ db, viewer, params }) => show(await shown(db, viewer, params.id)))

  serve(house, conversations.remove, async ({ db, viewer, params }) => {
    const { id } = await seatOr404(db, viewer, params.id)
    await clearHistory(db, viewer, id, { hide: true })
    tellUnread(db, viewer, id, 0)
    return ok()
  })

  serve(house, conversations.leave, async ({ db, viewer, params }) => {
    const row = await leaveConversation(db, viewer, params.id)
    const message = presentMessage({ row, image: null }, '')
    const people = await listAudience(db, viewer, row.conversation_id) // without the viewer, who is told nothing more
    live.tell(db, { schoolId: viewer.schoolId, people }, 'message.created', {
      conversation_id: row.conversation_id,
      message,
    })
    return ok('You left the conversation')
  })

  serve(house, conversations.clear, async ({ db, viewer, params }) => {
    const { id } = await seatOr404(db, viewer, params.id)
    await clearHistory(db, viewer, id)
    tellUnread(db, viewer, id, 0)
    return ok()
  })

  serve(house, conversations.read, async ({ db, viewer, params }) => {
    const { id } = await seatOr404(db, viewer, params.id)
    await tellRead(house, db, viewer, id, await markRead(db, viewer, id))
    return ok()
  })

  serve(house, conversations.mute, async ({ db, viewer, params, body }) => {
    const { id } = await seatOr404(db, viewer, params.id)
    await mute(db, viewer, id, body.muted)
    const { unread_count, muted } = await conversationOr404(db, viewer, id)
    live.tell(db, { schoolId: viewer.schoolId, people: [viewer.id] }, 'unread', {
      conversation_id: id,
      unread_count,
      muted,
    })
    return ok()
  })

  serve(house, conversations.typing, async ({ db, viewer, params }) => {
    const { id, is_open } = await seatOr404(db, viewer, params.id)
    const others = is_open ? (await listAudience(db, viewer, id)).filter((person) => person !== viewer.id) : []
    const body = { conversation_id: id, user_id: viewer.id, name: viewer.name }
    live.tell(db, { schoolId: viewer.schoolId, people: others }, 'typing', body)
    return ok()
  })
}

/** Tells the others how far somebody has read now, and that person's other devices what is left. */
export async function tellRead({ live }: House, db: Db, viewer: Viewer, id: string, seq: number | undefined) {
  if (seq === undefined) return
  const { is_open, unread_count } = await conversationOr404(db, viewer, id)
  const { schoolId } = viewer
  live.tell(db, { schoolId, people: [viewer.id] }, 'unread', { conversation_id: id, unread_count })
  const people = is_open ? await listAudience(db, viewer, id) : []
  live.tell(db, { schoolId, people }, 'conversation.read', { conversation_id: id, user_id: viewer.id, read_seq: seq })
}
