import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { badRequest, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import type { ShareSource } from '../../../shared/server/share-source.ts'
import { messages } from '../contract.ts'
import { pins } from '../pin-contract.ts'
import { markRead } from './actions.ts'
import { listAudience, listMessageAudience } from './audience.ts'
import { cardOr404 } from './cards.ts'
import { notifyMentioned } from './mentions.ts'
import { deleteMessage, sendMessage, updateMessage } from './message-actions.ts'
import {
  listMessages,
  listMessagesAfter,
  listMessagesAround,
  listPinnedMessages,
  messageOr404,
  searchMessages,
  withMedia,
} from './message-queries.ts'
import { findContent, hasAttachments, toAttachments } from './new-attachments.ts'
import { pin, unpin } from './pins.ts'
import { assertEmoji, assertOpen, isEditable, messageText } from './policy.ts'
import { presentMessage } from './present.ts'
import { publishMessage, publishReaction } from './publish.ts'
import { participantOr404 } from './queries.ts'
import {
  addReaction,
  listReactions,
  lockForReaction,
  notifyReaction,
  removeReaction,
  retractReaction,
  toReactionEvent,
} from './reactions.ts'
import { assertJoined, assertRequestLength, notifyRequested } from './requests.ts'
import { publishAccepted, publishRead } from './routes.ts'
import { scheduleMessage } from './scheduled.ts'
import { listVersions } from './versions.ts'

export function messageRoutes(app: App, shareSources: readonly ShareSource[]) {
  const { live } = app
  const whole = async (db: Db, viewer: Viewer, id: string) => {
    const row = await messageOr404(db, viewer, id)
    const [shown] = await withMedia(db, viewer, [row])
    return shown ?? { row }
  }

  /** A message that a reply can answer: a visible one of the same conversation that a user has written. */
  const repliable = async (db: Db, viewer: Viewer, conversation: string, id: string) => {
    const message = await messageOr404(db, viewer, id)
    if (message.conversation_id !== conversation || message.system_kind !== null) throw notFound('Message not found')
    return message
  }

  serve(app, messages.list, async ({ db, viewer, params, query }) => {
    const toSeq = async (position: string | number) => {
      if (typeof position === 'number') return position
      const { seq, conversation_id } = await messageOr404(db, viewer, position)
      if (conversation_id !== params.id) throw notFound('Message not found')
      return seq
    }
    const { after, around, limit } = query
    const find = async () => {
      if (around !== undefined) return listMessagesAround(db, viewer, params.id, await toSeq(around))
      if (after !== undefined) return listMessagesAfter(db, viewer, params.id, { after, limit })
      const before = query.before === undefined ? undefined : await toSeq(query.before)
      const isSearch = query.q || query.from || query.media || query.after_date
      return isSearch
        ? searchMessages(db, viewer, params.id, { ...query, before })
        : listMessages(db, viewer, params.id, { before, limit })
    }
    const { rows, pagination } = await find()
    if (rows.length === 0) await participantOr404(db, viewer, params.id)
    const shown = await withMedia(db, viewer, rows)
    return { ...ok(shown.map((message) => presentMessage(message, viewer.id))), pagination }
  })

  serve(app, messages.send, async ({ db, viewer, params, body }) => {
    const conversation = await participantOr404(db, viewer, params.id)
    assertOpen(conversation)
    if (conversation.kind !== 'direct') assertJoined(conversation)
    const attachments = toAttachments(body)
    const share = body.share ?? null
    if (share) await cardOr404(shareSources, db, viewer, share)
    const content = await findContent(db, viewer, { content: body.content ?? '', share, ...attachments })
    const replyTo = body.reply_to ? await repliable(db, viewer, conversation.id, body.reply_to) : undefined
    if (body.send_at !== undefined) {
      if (share || hasAttachments(attachments)) throw badRequest('Only texts can be sent later.')
      const message = { content, replyTo: replyTo?.id ?? null, sendAt: body.send_at }
      const scheduled = await scheduleMessage(db, viewer, conversation.id, message)
      return { success: true, scheduled } as never // without `data`, see the contract
    }
    const sent = await sendMessage(db, viewer, conversation.id, {
      content,
      ...attachments,
      replyTo,
      picked: body.mentions,
      share,
    })
    await notifyMentioned(app, db, viewer, sent.row, sent.mentioned)
    if (sent.asked) {
      await notifyRequested(app, db, viewer, conversation.id, [sent.asked])
      live.publish(db, { schoolId: viewer.schoolId, people: [viewer.id] }, 'conversation.changed', {
        id: conversation.id,
      })
    }
    if (conversation.my_state !== 'open') await publishAccepted(app, db, viewer, conversation.id)
    const [shown = { row: sent.row }] = await withMedia(db, viewer, [sent.row])
    publishMessage(live, db, viewer, 'message.created', shown, sent.audience)
    return ok(presentMessage(shown, viewer.id))
  })

  serve(app, messages.read, async ({ db, viewer, params }) => {
    const { id, my_state } = await participantOr404(db, viewer, params.id)
    const { seq, conversation_id } = await messageOr404(db, viewer, params.mid)
    if (conversation_id !== id) throw notFound('Message not found')
    if (my_state === 'open') await publishRead(app, db, viewer, id, await markRead(db, viewer, id, seq))
    return okEmpty()
  })

  serve(app, messages.update, async ({ db, viewer, params, body }) => {
    const message = await messageOr404(db, viewer, params.id)
    if (message.sender_id !== viewer.id || message.system_kind !== null)
      throw forbidden('You can only edit your own messages.')
    if (message.type === 'image') throw badRequest('Photo messages can’t be edited.')
    const [media = {}] = await withMedia(db, viewer, [message])
    if (!isEditable(message, media)) throw badRequest('Messages without a text can’t be edited.')
    const content = messageText(body.content)
    const conversation = await participantOr404(db, viewer, message.conversation_id)
    assertOpen(conversation)
    if (conversation.other_state !== 'open') assertRequestLength(content)
    await updateMessage(db, viewer, message.id, content)
    const shown = await whole(db, viewer, message.id)
    const audience = await listMessageAudience(db, viewer, shown.row)
    publishMessage(live, db, viewer, 'message.updated', shown, audience)
    return ok(presentMessage(shown, viewer.id))
  })

  serve(app, messages.remove, async ({ db, viewer, params }) => {
    const { id, sender_id, conversation_id, system_kind } = await messageOr404(db, viewer, params.id)
    if (sender_id !== viewer.id || system_kind !== null) throw forbidden('You can only delete your own messages.')
    const revision = await deleteMessage(db, viewer.schoolId, id)
    if (revision === undefined) return okEmpty()
    const people = await listAudience(db, viewer, conversation_id)
    const event = { conversation_id, message_id: id, revision }
    live.publish(db, { schoolId: viewer.schoolId, people }, 'message.deleted', event)
    return okEmpty()
  })

  serve(app, messages.versions, async ({ db, viewer, params }) =>
    ok(await listVersions(db, viewer, await messageOr404(db, viewer, params.id))),
  )

  serve(app, pins.list, async ({ db, viewer, params }) => {
    const { id } = await participantOr404(db, viewer, params.id)
    const shown = await withMedia(db, viewer, await listPinnedMessages(db, viewer, id))
    return ok(shown.map((message) => presentMessage(message, viewer.id)))
  })

  serve(app, pins.add, async ({ db, viewer, params }) => {
    return ok({ revision: await pin(live, db, viewer, params.id) })
  })

  serve(app, pins.remove, async ({ db, viewer, params }) => {
    return ok({ revision: await unpin(live, db, viewer, params.id) })
  })

  serve(app, messages.react, async ({ db, viewer, params: { id, emoji } }) => {
    assertEmoji(emoji)
    await app.limits.consume('reaction', viewer.id)
    const message = await lockForReaction(db, viewer, id)
    const { isNew, isFirst, after } = await addReaction(db, viewer, id, emoji)
    if (isNew) await publishReaction(live, db, viewer, toReactionEvent(message, emoji, after))
    if (isFirst && message.sender_id !== viewer.id) await notifyReaction(app, db, viewer, message, emoji)
    return ok(after)
  })

  serve(app, messages.unreact, async ({ db, viewer, params: { id, emoji } }) => {
    assertEmoji(emoji)
    const message = await lockForReaction(db, viewer, id)
    const { isRemoved, after } = await removeReaction(db, viewer, id, emoji)
    if (isRemoved) await publishReaction(live, db, viewer, toReactionEvent(message, emoji, after))
    if (isRemoved && !after.reactions.some(({ mine }) => mine)) await retractReaction(app, db, viewer, message)
    return ok(after)
  })

  serve(app, messages.reactions, async ({ db, viewer, params }) => {
    const { id } = await messageOr404(db, viewer, params.id)
    return ok(await listReactions(db, viewer, id))
  })
}
