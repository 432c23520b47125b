import { removeDeletedAccounts } from '../features/account/server/deletion.ts'
import { endAuthorship, listEndings } from '../features/account/server/ended-authorship.ts'
import { buildExport, exportJob } from '../features/account/server/export.ts'
import { sealAuditLog } from '../features/admin/server/audit-chain.ts'
import { deleteOldAppeals } from '../features/appeals/server/actions.ts'
import { escalateLateAppeals } from '../features/appeals/server/late-appeals.ts'
import { sendReminders } from '../features/events/server/reminders.ts'
import { informPromoted, keepWaitlists, promotionJob } from '../features/events/server/waitlist-jobs.ts'
import { announcementJob, notifyMembers } from '../features/group-posts/server/notifications.ts'
import { endDueReservations, expireListings } from '../features/marketplace/server/expiry.ts'
import { matchJob, matchSearches } from '../features/marketplace/server/matches.ts'
import { compareWithNewEntries } from '../features/media/server/blocklist.ts'
import { removeAbandoned } from '../features/media/server/cleanup.ts'
import { moveEvidence } from '../features/media/server/evidence.ts'
import { fingerprintOldImages } from '../features/media/server/old-images.ts'
import { deleteEmptyConversations } from '../features/messages/server/leave-actions.ts'
import { remindOfMessages } from '../features/messages/server/reminders.ts'
import { deleteExpiredRequests } from '../features/messages/server/requests.ts'
import { sendScheduled } from '../features/messages/server/scheduled.ts'
import { deleteVanished } from '../features/messages/server/vanished.ts'
import { reportBlockedImages } from '../features/moderation/server/blocked-images.ts'
import { escalateLateCases, makeMissingCases } from '../features/moderation/server/case-jobs.ts'
import { deleteOldClaims } from '../features/moderation/server/claims.ts'
import { eraseWithheldItems } from '../features/moderation/server/erase-actions.ts'
import { deleteOldOpenings, notifyAuthorsWhenDue } from '../features/moderation/server/seal-notices.ts'
import { expireSealRequests } from '../features/moderation/server/seal-requests.ts'
import { closeHandledNotices } from '../features/notices/server/actions.ts'
import { mailDigests, mailImmediately } from '../features/notifications/server/mail-actions.ts'
import { convertSentences } from '../features/notifications/server/params-conversion.ts'
import { deleteExpiredWords } from '../features/people/server/safety-settings.ts'
import { openPushClient } from '../features/push/server/push-client.ts'
import { pushJobs } from '../features/push/server/send-actions.ts'
import { applyDueChanges } from '../features/schools/server/anonymity-actions.ts'
import { publishNumbers } from '../features/transparency/server/publish-actions.ts'
import { authorshipJob, destroyExpiredEpochs } from '../shared/server/crypto/epoch-destruction.ts'
import type { Job } from '../shared/server/jobs/jobs.ts'
import { deleteExpiredRows } from '../shared/server/jobs/retention.ts'
import { openMail } from '../shared/server/mail/mail.ts'
import { mailJob } from '../shared/server/notifications.ts'
import type { UserRef } from '../shared/server/personal-data.ts'
import type { App } from '../shared/server/services.ts'
import { dailyBackupJob } from './daily-backup-job.ts'
import { contentTypes, personalDataRegistry, pushContents } from './registries.ts'
import { retentionRules } from './retention-rules.ts'

/** What has to happen before a server accepts requests. */
export const endExpiredAuthorship = (app: App): Promise<void> =>
  destroyExpiredEpochs(app.db, listEndings(app, personalDataRegistry))

/** The scheduled and queued jobs of a server. */
export const buildJobs = (app: App): readonly Job[] => {
  const { db, storage, anonymity, config, notifications } = app
  return [
    {
      name: 'delete_expired_rows',
      cron: '*/10 * * * *',
      queue: 'retention',
      run: (_, signal) => deleteExpiredRows(db, retentionRules, { signal }),
    },
    {
      name: 'remove_abandoned_files',
      cron: '10 * * * *',
      queue: 'retention',
      run: (_, signal) => removeAbandoned(db, storage, signal),
    },
    { name: 'seal_audit_log', cron: '* * * * *', run: () => sealAuditLog(db, anonymity) },
    { name: 'tell_authors_of_openings', cron: '35 * * * *', hidesSteps: true, run: () => notifyAuthorsWhenDue(app) },
    { name: 'expire_seal_requests', cron: '*/5 * * * *', hidesSteps: true, run: () => expireSealRequests(app) },
    { name: 'apply_anonymity_changes', cron: '*/5 * * * *', run: () => applyDueChanges(app) },
    {
      name: 'erase_withheld_items',
      cron: '40 * * * *',
      hidesSteps: true,
      run: () => eraseWithheldItems(db, contentTypes),
    },
    { name: 'delete_old_appeals', cron: '55 4 * * *', run: () => deleteOldAppeals(db) },
    { name: 'publish_numbers', cron: '45 * * * *', run: () => publishNumbers(db) },
    { name: 'escalate_late_cases', cron: '* * * * *', run: () => escalateLateCases(app) },
    { name: 'escalate_late_appeals', cron: '* * * * *', run: () => escalateLateAppeals(app) },
    { name: 'make_missing_cases', cron: '* * * * *', run: () => makeMissingCases(db) },
    {
      name: 'find_blocked_images',
      cron: '* * * * *',
      run: () => compareWithNewEntries(db).then(() => reportBlockedImages(app, contentTypes)),
    },
    {
      name: 'fingerprint_old_images',
      cron: '* * * * *',
      queue: 'retention',
      run: (_, signal) => fingerprintOldImages(app, signal).then(() => {}),
    },
    { name: 'move_evidence', cron: '* * * * *', hidesSteps: true, run: (_, signal) => moveEvidence(app, signal) },
    { name: 'close_handled_notices', cron: '* * * * *', run: () => closeHandledNotices(app) },
    { name: 'delete_old_claims', cron: '25 4 * * *', run: () => deleteOldClaims(db) },
    { name: 'delete_expired_words', cron: '20 4 * * *', run: () => deleteExpiredWords(db) },
    { name: 'delete_old_openings', cron: '50 4 * * *', run: () => deleteOldOpenings(db) },
    ...openMail(config).jobs,
    ...notifications.jobs(db),
    ...pushJobs(app, openPushClient({ hosts: config.push?.hosts ?? [] }), pushContents),
    { name: mailJob, cron: '*/10 * * * *', run: () => mailImmediately(app) },
    { name: 'mail_digests', cron: '2 * * * *', run: () => mailDigests(app) },
    { name: announcementJob, run: (payload) => notifyMembers(app, payload) },
    { name: promotionJob, run: (payload) => informPromoted(app, payload) },
    { name: 'keep_waitlists', cron: '* * * * *', run: () => keepWaitlists(app) },
    { name: 'remind_of_events', cron: '* * * * *', run: () => sendReminders(app) },
    { name: matchJob, run: (payload) => matchSearches(app, payload) },
    { name: 'end_reservations', cron: '* * * * *', run: () => endDueReservations(app) },
    { name: 'expire_listings', cron: '*/10 * * * *', run: () => expireListings(app) },
    { name: 'send_scheduled_messages', cron: '* * * * *', run: () => sendScheduled(app) },
    { name: 'remind_of_messages', cron: '* * * * *', run: () => remindOfMessages(app) },
    { name: 'delete_vanished_messages', cron: '* * * * *', run: () => deleteVanished(db, anonymity) },
    { name: 'delete_empty_conversations', cron: '50 4 * * *', run: () => deleteEmptyConversations(db) },
    { name: 'delete_expired_requests', cron: '45 4 * * *', run: () => deleteExpiredRequests(db) },
    { name: 'convert_sentences', cron: '50 4 * * *', run: () => convertSentences(db, notifications.render) },
    {
      name: 'remove_deleted_accounts',
      queue: 'retention',
      hidesSteps: true,
      cron: '30 * * * *',
      run: () => removeDeletedAccounts(db, anonymity, personalDataRegistry),
    },
    {
      name: authorshipJob,
      queue: 'retention',
      hidesSteps: true,
      cron: '15 3 * * *',
      run: (_, signal) => endAuthorship(app, personalDataRegistry, { signal }),
    },
    ...(config.backups ? [dailyBackupJob(config.backups)] : []),
    {
      name: exportJob,
      queue: 'export',
      hidesSteps: true,
      run: (whose) => buildExport({ db, storage, anonymity }, personalDataRegistry, whose as UserRef),
    },
  ]
}
