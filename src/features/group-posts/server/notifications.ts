import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { enqueue } from '../../../shared/server/jobs/jobs.ts'
import type { App } from '../../../shared/server/services.ts'

type GroupRef = { readonly id: string; readonly name: string }

/** Selects the members of a group, or its admins only, who have not muted it. */
const selectAudience = (schoolId: string, id: string, onlyAdmins: boolean) =>
  sql<string>`select user_id from group_members where school_id = ${schoolId} and group_id = ${id} and not muted
    and (role = 'admin' or not ${onlyAdmins}::boolean)`

export const announcementJob = 'tell_of_announcement'
type Announcement = { schoolId: string; by: string; group: GroupRef; onlyAdmins: boolean }

/**
 * Queues the notification of an announcement to the members, or to the admins only. A job sends it after the commit.
 */
export const queueAnnouncement = (
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  { id, name }: GroupRef,
  onlyAdmins: boolean,
) => enqueue(trx, announcementJob, { schoolId, by: actorId, group: { id, name }, onlyAdmins } satisfies Announcement)

/** The job: one statement, however many members. Users who left the group in the meantime are not notified. */
export const notifyMembers = ({ db, notifications }: App, payload: unknown) => {
  const { schoolId, by: actorId, group, onlyAdmins } = payload as Announcement
  const params = { group_name: group.name }
  const notificationEvent = { schoolId, kind: 'announcement', link: `/groups/${group.id}`, params, actorId } as const
  const to = selectAudience(schoolId, group.id, onlyAdmins)
  return withTransaction(db, (trx) => notifications.notify(trx, notificationEvent, to))
}
