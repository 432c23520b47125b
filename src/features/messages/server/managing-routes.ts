import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { conversations } from '../conversation-contract.ts'
import { listAudience } from './audience.ts'
import { setPicture } from './conversation-picture.ts'
import {
  addParticipants,
  countAdditions,
  handOver,
  lockOwn,
  removeParticipant,
  rename,
  setRenamer,
} from './managing.ts'
import { type MessageRow, withMedia } from './message-queries.ts'
import { presentConversation, presentMessage } from './present.ts'
import { conversationOr404 } from './queries.ts'
import { askParticipants } from './requests.ts'
import { setVanishing } from './vanishing.ts'

/** Calls that manage a conversation. */
export function managingRoutes(app: App) {
  const { live } = app

  /** Publishes the lines, and that the conversation has changed: also to `others`, who are not in it any more. */
  const publish = async (
    db: Trx,
    viewer: Viewer,
    id: string,
    { lines = [], others = [] }: { lines?: readonly MessageRow[]; others?: readonly string[] },
  ) => {
    const { schoolId } = viewer
    const people = await listAudience(db, viewer, id)
    for (const line of await withMedia(db, viewer, lines))
      live.publish(db, { schoolId, people }, 'message.created', {
        conversation_id: id,
        message: presentMessage(line, ''),
      })
    live.publish(db, { schoolId, people: [...people, ...others] }, 'conversation.changed', { id })
  }
  const shown = async (db: Trx, viewer: Viewer, id: string) =>
    ok(presentConversation(await conversationOr404(db, viewer, id), viewer))

  serve(app, conversations.update, async ({ db, viewer, params: { id }, body }) => {
    const { title, picture_url, renamed_by, vanish_after } = body
    if (Object.values(body).every((value) => value === undefined)) throw badRequest('Choose what to change.')
    if (renamed_by !== undefined) await setRenamer(db, await lockOwn(db, viewer, id), renamed_by)
    const lines: MessageRow[] = []
    if (title !== undefined) {
      const named = await lockOwn(db, viewer, id, { toRename: true })
      lines.push(...(await rename(db, viewer, named, title || null)))
    }
    if (picture_url !== undefined)
      lines.push(...(await setPicture(db, viewer, await lockOwn(db, viewer, id), picture_url || null)))
    if (vanish_after !== undefined) lines.push(...(await setVanishing(db, viewer, id, vanish_after)))
    if (lines.length > 0 || renamed_by !== undefined) await publish(db, viewer, id, { lines })
    return shown(db, viewer, id)
  })

  serve(app, conversations.addParticipants, async ({ db, viewer, params: { id }, body }) => {
    const own = await lockOwn(db, viewer, id)
    const { added, asked, newlyAsked, lines } = await addParticipants(db, viewer, own, body.user_ids)
    await countAdditions(app, db, viewer, [...added, ...newlyAsked])
    if (newlyAsked.length > 0) await askParticipants(app, db, viewer, id, newlyAsked)
    if (added.length > 0) await publish(db, viewer, id, { lines })
    return ok({ added, asked })
  })

  serve(app, conversations.removeParticipant, async ({ db, viewer, params: { id, uid } }) => {
    const lines = await removeParticipant(db, viewer, await lockOwn(db, viewer, id), uid)
    await publish(db, viewer, id, { lines, others: [uid] })
    return okEmpty()
  })

  serve(app, conversations.handOver, async ({ db, viewer, params: { id }, body }) => {
    await handOver(db, await lockOwn(db, viewer, id), body.user_id)
    await publish(db, viewer, id, {})
    return shown(db, viewer, id)
  })
}
