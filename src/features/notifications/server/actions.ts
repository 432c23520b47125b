import { sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Anonymity } from '../../../shared/server/crypto/anonymity.ts'
import { sealedDaysKept } from '../../../shared/server/crypto/sealed-inbox.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention.ts'
import { disableEmailNotifications } from '../../session/server/user-writes.ts'
import type { notifications } from '../contract.ts'
import { daysKept } from './queries.ts'

/** Updates the given kinds of the viewer's notification choices only. */
export const choose = async (
  trx: Trx,
  viewer: Viewer,
  { ways = {}, quiet }: z.output<typeof notifications.choose.body>,
) => {
  await sql`
      insert into notification_choices as held (school_id, user_id, ways, quiet_from, quiet_to)
      values (${viewer.schoolId}, ${viewer.id}, ${JSON.stringify(ways)}::jsonb, ${quiet?.from ?? null}, ${quiet?.to ?? null})
      on conflict (school_id, user_id) do update set ways = held.ways || excluded.ways
        ${quiet === undefined ? sql`` : sql`, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`}`.execute(
    trx,
  )
}

/** The token of the unsubscribe link. It allows only to stop notification emails of one user. */
export const unsubscribeToken = (anonymity: Anonymity, person: { schoolId: string; id: string }) =>
  [
    person.schoolId,
    person.id,
    anonymity.keyedHash('unsubscribe', person.schoolId, person.id).toString('base64url'),
  ].join('.')

/** Turns off the emails of the user in the token. Returns false for an invalid token. */
export async function unsubscribe(db: Db, anonymity: Anonymity, token: string): Promise<boolean> {
  const [schoolId = '', id = ''] = token.split('.')
  const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
  if (!guid.test(schoolId) || !guid.test(id)) return false
  if (unsubscribeToken(anonymity, { schoolId, id }) !== token) return false
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
