import { withUserTransaction } from '../../../shared/server/auth/moderation-status.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { loadConversation } from '../../messages/server/load.ts'
import { groups } from '../contract.ts'
import { createGroup, deleteGroup, openChat, updateGroup } from './actions.ts'
import { listActivity } from './activity-queries.ts'
import { answerInvitation, joinGroup, leaveGroup, lockGroup, muteGroup } from './member-actions.ts'
import { listInvitations } from './member-queries.ts'
import { countNews, markSeen } from './news.ts'
import { notifyJoinRequest } from './notifications.ts'
import { assertAdmin, assertMember } from './policy.ts'
import { presentGroup, presentInvitation } from './present.ts'
import { groupOr404, listGroups, listMyGroups, membershipOr404 } from './queries.ts'

const yes = ['accept', 'approve']
const no = ['decline', 'reject']

/** Parses the action of a path. Throws 400 for an unknown action. */
export function isAccepting(action: string): boolean {
  if (yes.includes(action)) return true
  if (no.includes(action)) return false
  throw badRequest(`Unknown action “${action}”. Use ${[...yes, ...no].join(', ')}.`)
}

export function groupRoutes(app: App) {
  serve(app, groups.list, async ({ db, viewer, query }) => {
    const { rows, pagination } = await listGroups(db, viewer, query)
    return { ...ok(rows.map((row) => presentGroup(row, viewer))), pagination }
  })

  for (const route of [groups.mine, groups.ofMe])
    serve(app, route, async ({ db, viewer, query }) => {
      const { rows, pagination } = await listMyGroups(db, viewer, query)
      return { ...ok(rows.map((row) => presentGroup(row, viewer))), pagination }
    })

  serve(app, groups.activity, async ({ db, viewer }) => ok(await listActivity(db, viewer)))

  serve(app, groups.create, async ({ db, viewer, body }) => {
    const id = await createGroup(db, viewer, body)
    return ok(await present(db, viewer, id), 'Group created successfully!')
  })

  serve(app, groups.show, async ({ db, viewer, params }) => {
    const group = await present(db, viewer, params.id)
    const news = group.is_member ? await countNews(db, viewer, params.id) : undefined
    return ok({ ...group, ...(news ? { news } : {}) })
  })

  serve(app, groups.update, async ({ db, viewer, params, body }) => {
    assertAdmin(await membershipOr404(db, viewer, params.id))
    await updateGroup(db, viewer, params.id, body)
    return ok(await present(db, viewer, params.id), 'Group settings updated successfully')
  })

  serve(app, groups.remove, async ({ db, viewer, params }) => {
    assertAdmin(await lockGroup(db, viewer, params.id))
    await deleteGroup(db, viewer.schoolId, params.id)
    return okEmpty('Group deleted successfully')
  })

  serve(app, groups.join, async ({ db, viewer, params, body }) => {
    const group = await membershipOr404(db, viewer, params.id)
    const joined = await joinGroup(db, viewer, params.id, body.message ?? '')
    if (joined.status === 'requested') await notifyJoinRequest(app, db, viewer, group)
    return ok(joined, joined.status === 'member' ? 'Successfully joined group!' : 'Join request sent')
  })

  serve(app, groups.leave, async ({ db, viewer, params }) => {
    await membershipOr404(db, viewer, params.id)
    const done = await leaveGroup(db, viewer, params.id)
    return okEmpty(done === 'left' ? 'Successfully left group' : 'Join request cancelled')
  })

  serve(app, groups.mute, async ({ db, viewer, params, body }) => {
    assertMember(await membershipOr404(db, viewer, params.id))
    await muteGroup(db, viewer, params.id, body.muted)
    return okEmpty(body.muted ? 'Group muted' : 'Group unmuted')
  })

  serve(app, groups.seen, async ({ db, viewer, params, body }) => {
    assertMember(await membershipOr404(db, viewer, params.id))
    await markSeen(db, viewer, params.id, body.tab)
    return okEmpty()
  })

  serve(app, groups.invitations, async ({ db, viewer }) =>
    ok((await listInvitations(db, viewer)).map(presentInvitation)),
  )

  serve(app, groups.answerInvitation, async ({ db, viewer, params }) => {
    const accepts = isAccepting(params.action)
    await answerInvitation(db, viewer, params.id, accepts)
    return okEmpty(accepts ? 'Successfully joined group!' : 'Invitation declined')
  })

  const showChat = async (trx: Trx, viewer: Viewer, id: string) => {
    assertMember(await membershipOr404(trx, viewer, id))
    const conversation_id = await openChat(trx, viewer, id)
    return { ...ok(await loadConversation(trx, viewer, conversation_id)), conversation_id }
  }
  serve(app, groups.openConversation, ({ db, viewer, params }) => showChat(db, viewer, params.id))
  // A GET that creates the chat when it is missing.
  serve(app, groups.conversation, ({ db, viewer, params }) =>
    withUserTransaction(db, viewer, (trx) => showChat(trx, viewer, params.id)),
  )
}

const present = async (db: Db, viewer: Viewer, id: string) => presentGroup(await groupOr404(db, viewer, id), viewer)
