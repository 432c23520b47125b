import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { NotificationKind } from '../../../shared/notification-kinds.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { sealedDaysKept } from '../../../shared/server/crypto/sealed-inbox.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { disableEmailNotifications } from '../../session/server/user-writes.ts'
import type { notifications } from '../contract.ts'
import { daysKept, defaultLockScreen } from './queries.ts'

/** Updates only what is given of the viewer's notification choices. */
export const choose = async (
  trx: Trx,
  viewer: Viewer,
  { ways = {}, quiet, push = {}, lock_screen }: z.output<typeof notifications.choose.body>,
) => {
  await sql`
      insert into notification_choices as held (school_id, user_id, ways, quiet_from, quiet_to, push, lock_screen)
      values (${viewer.schoolId}, ${viewer.id}, ${JSON.stringify(ways)}::jsonb, ${quiet?.from ?? null}, ${quiet?.to ?? null},
        ${JSON.stringify(push)}::jsonb, ${lock_screen ?? defaultLockScreen})
      on conflict (school_id, user_id) do update set ways = held.ways || excluded.ways, push = held.push || excluded.push
        ${lock_screen === undefined ? sql`` : sql`, lock_screen = excluded.lock_screen`}
        ${quiet === undefined ? sql`` : sql`, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`}`.execute(
    trx,
  )
}

/** Marks unread notifications of a kind as read whose links begin with a text. Returns whether there were any. */
export async function markReadByLink(
  trx: Trx,
  viewer: Viewer,
  { kind, prefix, condition }: { kind: NotificationKind; prefix: string; condition: RawBuilder<boolean> },
): Promise<boolean> {
  const { rows } = await sql`
    update notifications set read_at = now(), due = null
    where school_id = ${viewer.schoolId} and user_id = ${viewer.id} and kind = ${kind} and read_at is null
      and starts_with(link, ${prefix}) and ${condition}
    returning id`.execute(trx)
  return rows.length > 0
}

/** The token of the unsubscribe link. It allows only to stop notification emails of one user. */
export async function unsubscribeToken(anonymity: Anonymity, { schoolId, id }: { schoolId: string; id: string }) {
  const proof = await anonymity.keyedHash('unsubscribe', schoolId, id)
  return `${schoolId}.${id}.${proof.toString('base64url')}`
}

/** Turns off the emails of the user in the token. Returns false for an invalid token. */
export async function unsubscribe(db: Db, anonymity: Anonymity, token: string): Promise<boolean> {
  const [schoolId = '', id = ''] = token.split('.')
  const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  if (!guid.test(schoolId) || !guid.test(id)) return false
  if ((await unsubscribeToken(anonymity, { schoolId, id })) !== token) return false
  await disableEmailNotifications(db, { schoolId, id })
  await sql`update notifications set due = null where school_id = ${schoolId} and user_id = ${id} and due is not null`.execute(
    db,
  )
  return true
}

/** Deletes notifications that are past their retention period. */
export const notificationRetention: readonly RetentionRule[] = [
  { table: 'notifications', column: 'created_at', keptFor: `${daysKept} days` },
  {
    table: 'notifications',
    part: 'sealed',
    column: 'created_at',
    keptFor: `${sealedDaysKept} days`,
    condition: sql<boolean>`inbox is not null`,
  },
]
