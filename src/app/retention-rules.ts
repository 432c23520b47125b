import { impressionRetention } from '../features/ads/server/actions.ts'
import { uploadRetention } from '../features/media/server/cleanup.ts'
import { notificationRetention } from '../features/notifications/server/actions.ts'
import { attemptRetention } from '../features/session/server/attempts.ts'
import { sessionRetention } from '../shared/server/auth/session.ts'
import { replyRetention } from '../shared/server/http/idempotency.ts'
import type { RetentionRule } from '../shared/server/jobs/retention.ts'

/** The rows that expire, by table. */
export const retentionRules: readonly RetentionRule[] = [
  sessionRetention,
  replyRetention,
  attemptRetention,
  impressionRetention,
  ...notificationRetention,
  ...uploadRetention,
]
