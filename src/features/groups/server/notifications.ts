import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { App } from '../../../shared/server/services.ts'

type GroupRef = { readonly id: string; readonly name: string }

export const groupLink = (id: string) => `/groups/${id}`

const selectAdmins = (schoolId: string, id: string) =>
  sql<string>`select user_id from group_members where school_id = ${schoolId} and group_id = ${id} and role = 'admin'`

/** Notifies users that they were invited. */
export const notifyInvited = (
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  { id, name }: GroupRef,
  invited: readonly string[],
) => {
  const params = { group_name: name }
  return notifications.notify(
    trx,
    { schoolId, kind: 'group_invitation', link: groupLink(id), params, actorId },
    invited,
  )
}

/** Notifies the admins of a join request. */
export const notifyJoinRequest = (
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  { id, name }: GroupRef,
) => {
  const notificationEvent = {
    schoolId,
    kind: 'join_request',
    link: `${groupLink(id)}/settings?tab=members`,
    params: { group_name: name },
    actorId,
  } as const
  return notifications.notify(trx, notificationEvent, selectAdmins(schoolId, id))
}

/** Notifies the requester of the answer, with the admin's message if there is one. */
export const notifyRequestAnswered = (
  { notifications }: App,
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  { id, name }: GroupRef,
  { person, lets, message }: { person: string; lets: boolean; message: string },
) => {
  const params = { group_name: name, approved: lets, message }
  return notifications.notify(trx, { schoolId, kind: 'join_answer', link: groupLink(id), params, actorId }, [person])
}
