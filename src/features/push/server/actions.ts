import { createECDH, hash } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { findSchoolsOfRows } from '../../../shared/server/auth/row-school.ts'
import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import { newId } from '../../../shared/server/db/sql.ts'
import type { Trx } from '../../../shared/server/db/transaction.ts'
import { badRequest } from '../../../shared/server/http/errors.ts'
import type { RetentionRule } from '../../../shared/server/jobs/retention-rule.ts'
import { pushJob } from '../../../shared/server/push.ts'
import { type push, pushLimits } from '../contract.ts'
import { isAllowedEndpoint } from './endpoint.ts'

type Subscription = z.output<typeof push.subscribe.body>

const hashEndpoint = (endpoint: string) => hash('sha256', endpoint, 'buffer')

/** Throws 400 for an endpoint that the server may not reach, and for keys that cannot encrypt. */
export function assertUsable({ endpoint, keys }: Subscription, addedHosts: readonly string[]): void {
  if (!isAllowedEndpoint(endpoint, addedHosts))
    throw badRequest('This browser uses a push service that is not allowed.')
  const key = Buffer.from(keys.p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  try {
    if (key.length !== 65 || Buffer.from(keys.auth, 'base64url').length !== 16) throw new Error('wrong size')
    pair.computeSecret(key) // throws for a point that is not on the curve
  } catch {
    throw badRequest('The keys of this subscription are not valid.')
  }
}

/**
 * Saves the subscription of the viewer's session. Ends the same endpoint of users in other schools, and the viewer's oldest
 * devices beyond the limit. Returns undefined when another user of the school held the endpoint, whose row is then gone.
 */
export async function saveSubscription(
  trx: Trx,
  viewer: Viewer,
  { endpoint, keys, key_id }: Subscription,
): Promise<string | undefined> {
  const { schoolId, id: userId, sessionId } = viewer
  // Concurrent changes of one user would together exceed the limit; the same endpoint is saved by one user at a time.
  for (const name of [`push endpoint ${hashEndpoint(endpoint).toString('hex')}`, `push user ${userId}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  const found = await findSchoolsOfRows(trx, null, 'push_subscriptions.endpoint_hash', [hashEndpoint(endpoint)])
  const others = [...found.keys()].filter((school) => school !== schoolId)
  let isOfAnother = false
  // The same statements for an endpoint of another school and one that none has: their time does not tell which it is.
  for (const school of [schoolId, ...(others.length > 0 ? others : [schoolId])]) {
    const { rows: ended } = await sql`
      delete from push_subscriptions where school_id = ${school} and endpoint_hash = ${hashEndpoint(endpoint)}
        and (school_id, user_id) <> (${schoolId}::uuid, ${userId}::uuid) returning 1`.execute(trx)
    isOfAnother ||= school === schoolId && ended.length > 0
  }
  if (isOfAnother) return undefined
  const { rows } = await sql<{ id: string }>`
    insert into push_subscriptions
      (school_id, id, user_id, session_id, endpoint, endpoint_hash, p256dh, auth, key_id)
    values (${schoolId}, ${newId()}, ${userId}, ${sessionId}, ${endpoint}, ${hashEndpoint(endpoint)}, ${keys.p256dh},
      ${keys.auth}, ${key_id})
    on conflict on constraint push_endpoint_once do update set session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, key_id = excluded.key_id, failures = 0
    returning id`.execute(trx)
  await sql`
    delete from push_subscriptions where school_id = ${schoolId} and user_id = ${userId} and id in (
      select id from push_subscriptions where school_id = ${schoolId} and user_id = ${userId}
      order by id = ${rows[0]?.id}::uuid desc, created_at desc, id desc offset ${pushLimits.devices})`.execute(trx)
  return rows[0]?.id
}

/** Ends a subscription of the viewer. Returns false when there is none. */
export const deleteSubscription = async (trx: Trx, viewer: Viewer, id: string): Promise<boolean> => {
  const { numDeletedRows } = await trx
    .deleteFrom('push_subscriptions')
    .where('school_id', '=', viewer.schoolId)
    .where('user_id', '=', viewer.id)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The kind of a test in `push_due`, which no user can turn off. */
export const testKind = 'test'

/** Sends a test to the viewer's devices as soon as this transaction commits. */
export const enqueueTest = (trx: Trx, viewer: Viewer) =>
  sql`
  with due as (
    insert into push_due (school_id, user_id, topic, kind, link, due_at)
    values (${viewer.schoolId}, ${viewer.id}, ${testKind}, ${testKind}, '/settings', now())
    on conflict (school_id, user_id, topic) do update set due_at = now())
  select graphile_worker.add_job(${pushJob}, '{}'::json, max_attempts := 3)`.execute(trx)

export const pushRetention: readonly RetentionRule[] = [
  {
    table: 'push_subscriptions',
    column: 'created_at',
    keptFor: '90 days',
    condition: sql<boolean>`(last_ok_at is null or last_ok_at < now() - interval '90 days')`,
  },
  { table: 'push_due', column: 'first_at', keptFor: '2 days' },
]
