import { pauseRequestRetention } from '../features/admin/server/actions.ts'
import { roleRequestRetention } from '../features/admin/server/role-actions.ts'
import { impressionRetention } from '../features/ads/server/actions.ts'
import { checkInRetention } from '../features/events/server/check-in.ts'
import { listingRetention } from '../features/marketplace/server/expiry.ts'
import { listingDateRetention } from '../features/marketplace/server/listing-dates.ts'
import { meetingRetention } from '../features/marketplace/server/meetings.ts'
import { blocklistRetention } from '../features/media/server/blocklist.ts'
import { uploadRetention } from '../features/media/server/cleanup.ts'
import { evidenceRetention } from '../features/media/server/evidence.ts'
import { blockedFileRetention } from '../features/media/server/files.ts'
import { draftRetention } from '../features/messages/server/drafts.ts'
import { scheduledRetention } from '../features/messages/server/scheduled.ts'
import { caseRetention } from '../features/moderation/server/case-actions.ts'
import { dutyRetention } from '../features/moderation/server/duty.ts'
import { evidenceOpeningRetention } from '../features/moderation/server/evidence.ts'
import { grantRetention } from '../features/moderation/server/grants.ts'
import { removalAllowanceRetention } from '../features/moderation/server/removal-limit.ts'
import { loneOpeningRetention } from '../features/moderation/server/seal-opening.ts'
import { noticeRetention } from '../features/notices/server/actions.ts'
import { notificationRetention } from '../features/notifications/server/actions.ts'
import { pushRetention } from '../features/push/server/actions.ts'
import { attemptRetention } from '../features/session/server/attempts.ts'
import { sessionRetention } from '../shared/server/auth/session.ts'
import { replyRetention } from '../shared/server/http/idempotency.ts'
import type { RetentionRule } from '../shared/server/jobs/retention-rule.ts'

/** The rows that expire, by table. */
export const retentionRules: readonly RetentionRule[] = [
  sessionRetention,
  replyRetention,
  attemptRetention,
  impressionRetention,
  ...notificationRetention,
  ...uploadRetention,
  ...listingRetention,
  meetingRetention,
  draftRetention,
  scheduledRetention,
  ...pushRetention,
  checkInRetention,
  caseRetention,
  listingDateRetention,
  dutyRetention,
  grantRetention,
  removalAllowanceRetention,
  loneOpeningRetention,
  ...noticeRetention,
  blocklistRetention,
  blockedFileRetention,
  evidenceRetention,
  evidenceOpeningRetention,
  pauseRequestRetention,
  roleRequestRetention,
]
