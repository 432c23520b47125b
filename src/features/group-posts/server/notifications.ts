import { sql } from 'kysely'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { type Trx, withTransaction } from '../../../shared/server/db/transaction.ts'
import { enqueue } from '../../../shared/server/jobs/jobs.ts'
import type { App } from '../../../shared/server/services.ts'
import { linkPayload } from '../../../shared/server/tracing/trace.ts'

type GroupRef = { readonly id: string; readonly name: string }

/** Selects the members of a group, or its admins only, who have not muted it. */
const selectAudience = (schoolId: string, id: string, onlyAdmins: boolean) =>
  sql<string>`select user_id from group_members where school_id = ${schoolId} and group_id = ${id} and not muted
    and (role = 'admin' or not ${onlyAdmins}::boolean)`

export const announcementJob = 'tell_of_announcement'
/** Jobs of older versions name no post. */
type Announcement = { schoolId: string; by: string; group: GroupRef; post?: string; onlyAdmins: boolean }

/**
 * Queues the notification of an announcement to the members, or to the admins only. A job sends it after the commit.
 */
export const queueAnnouncement = (
  trx: Trx,
  { id: actorId, schoolId }: Viewer,
  { id, name, post }: GroupRef & { readonly post: string },
  onlyAdmins: boolean,
) =>
  enqueue(
    trx,
    announcementJob,
    linkPayload({ schoolId, by: actorId, group: { id, name }, post, onlyAdmins } satisfies Announcement),
  )

/** The job: at most three statements, however many members. Users who left the group in the meantime are not notified. */
export const notifyMembers = ({ db, notifications }: App, payload: unknown) => {
  const { schoolId, by: actorId, group, post, onlyAdmins } = payload as Announcement
  const params = { group_name: group.name }
  const notificationEvent = { schoolId, kind: 'announcement', link: `/groups/${group.id}`, params, actorId } as const
  const to = selectAudience(schoolId, group.id, onlyAdmins)
  return withTransaction(db, async (trx) => {
    const text = post && (await findText(trx, schoolId, post))
    const quote = text ? ({ text, place: 'groups' } as const) : undefined
    await notifications.notify(trx, { ...notificationEvent, quote }, to)
  })
}

const findText = async (trx: Trx, schoolId: string, id: string): Promise<string | undefined> => {
  const post = await trx
    .selectFrom('posts')
    .where('school_id', '=', schoolId)
    .where('id', '=', id)
    .select('content')
    .executeTakeFirst()
  return post?.content
}
