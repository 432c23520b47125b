import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest, conflict, forbidden, notFound } from '../../../shared/server/http/errors.ts'
import { ok, okEmpty, serve } from '../../../shared/server/http/serve.ts'
import type { App } from '../../../shared/server/services.ts'
import { groups } from '../contract.ts'
import { answerRequest, changeRole, invite, removeMember } from './member-actions.ts'
import { findGroupOfRequest, findInvitable, listJoinRequests, listMembers } from './member-queries.ts'
import { notifyInvited, notifyRequestAnswered } from './notifications.ts'
import { assertAdmin, assertCanViewGroup, assertMember, canInvite } from './policy.ts'
import { presentMember, presentRequest } from './present.ts'
import { membershipOr404 } from './queries.ts'
import { isAccepting } from './routes.ts'

/** Routes for members, roles, join requests and invitations. */
export function memberRoutes(app: App) {
  serve(app, groups.members, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listMembers(db, viewer, params.id, query)
    if (rows.length === 0) assertCanViewGroup(await membershipOr404(db, viewer, params.id))
    return { ...ok(rows.map(presentMember)), pagination }
  })

  serve(app, groups.changeRole, async ({ db, viewer, params, body }) => {
    assertAdmin(await membershipOr404(db, viewer, params.id))
    await changeRole(db, viewer, params.id, params.uid, body.role)
    return okEmpty(`Member role updated to ${body.role}`)
  })

  serve(app, groups.removeMember, async ({ db, viewer, params }) => {
    assertAdmin(await membershipOr404(db, viewer, params.id))
    await removeMember(db, viewer, params.id, params.uid)
    return okEmpty('Member removed successfully')
  })

  serve(app, groups.invite, async ({ db, viewer, params, body }) => {
    const group = await membershipOr404(db, viewer, params.id)
    assertMember(group)
    if (!canInvite(group)) throw forbidden('Only admins can invite people to a private group.')
    const asked = [...new Set([...(body.user_ids ?? []), ...(body.user_id ? [body.user_id] : [])])]
    if (asked.length === 0) throw badRequest('Choose someone to invite', { user_ids: 'No one selected' })
    const found = await findInvitable(db, viewer, params.id, asked)
    if (found.length < asked.length) throw notFound('User not found')
    const invitees = found.filter(({ is_member }) => !is_member).map(({ id }) => id)
    if (invitees.length === 0) throw conflict('Already a member of this group')
    const people = await invite(db, viewer, params.id, invitees, body.message ?? '')
    await notifyInvited(app, db, viewer, group, people)
    const invited = people.length
    return ok({ invited }, invited === 1 ? 'Invitation sent' : `${invited} invitations sent`)
  })

  serve(app, groups.joinRequests, async ({ db, viewer, params, query }) => {
    const { rows, pagination } = await listJoinRequests(db, viewer, params.id, query)
    if (rows.length === 0) assertAdmin(await membershipOr404(db, viewer, params.id))
    return { ...ok(rows.map(presentRequest)), pagination }
  })

  const settle = async (trx: Trx, viewer: Viewer, groupId: string, asked: AnswerParams) => {
    const lets = isAccepting(asked.action)
    const message = asked.message ?? ''
    const person = await answerRequest(trx, viewer, { groupId, requestId: asked.rid, lets, message })
    await notifyRequestAnswered(app, trx, viewer, await membershipOr404(trx, viewer, groupId), {
      person,
      lets,
      message,
    })
    return okEmpty(lets ? 'Join request approved' : 'Join request declined')
  }

  serve(app, groups.answerRequest, async ({ db, viewer, params, body }) => {
    assertAdmin(await membershipOr404(db, viewer, params.id))
    return settle(db, viewer, params.id, { ...params, message: body.message })
  })

  serve(app, groups.answerRequestShort, async ({ db, viewer, params, body }) => {
    const groupId = await findGroupOfRequest(db, viewer, params.rid)
    if (!groupId) throw notFound('Join request not found')
    return settle(db, viewer, groupId, { ...params, message: body.message })
  })
}

type AnswerParams = { readonly rid: string; readonly action: string; readonly message: string | null | undefined }
