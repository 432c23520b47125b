/** Files whose statements may name more than one school, or none, and why. The list may only shrink. */
export const oneSchoolExceptions: readonly { readonly file: string; readonly reason: string }[] = [
  { file: 'src/app/gauges.ts', reason: 'Site administrators read or name rows of all schools.' },
  { file: 'src/cli/data-folder.ts', reason: 'A command for the whole site.' },
  { file: 'src/cli/doctor.ts', reason: 'A command for the whole site.' },
  { file: 'src/cli/recount.ts', reason: 'A command for the whole site.' },
  { file: 'src/cli/rotate-keys.ts', reason: 'A command for the whole site.' },
  { file: 'src/features/account/server/deletion.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/admin/server/actions.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/admin/server/analytics-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/admin/server/stats-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/admin/server/user-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/ads/server/actions.ts', reason: 'Site administrators read or name rows of all schools.' },
  { file: 'src/features/appeals/server/actions.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/appeals/server/moderator-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/appeals/server/queries.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/confessions/server/pending-confessions.ts',
    reason: 'Takes the school from a row in a way that its plan does not show.',
  },
  {
    file: 'src/features/confessions/server/waiting-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/confessions/server/waiting-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/decisions/server/queries.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/discussions/server/comments.ts',
    reason: 'Takes the school from a row in a way that its plan does not show.',
  },
  {
    file: 'src/features/events/server/check-in.ts',
    reason: 'Takes the school from a row in a way that its plan does not show.',
  },
  { file: 'src/features/events/server/reminders.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/events/server/waitlist-jobs.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/marketplace/server/expiry.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/media/server/access.ts', reason: 'The address of a file does not name its school.' },
  { file: 'src/features/media/server/blocklist.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/media/server/cleanup.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/media/server/old-images.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/messages/server/later-routes.ts',
    reason: 'Takes the school from a row in a way that its plan does not show.',
  },
  { file: 'src/features/messages/server/leave-actions.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/messages/server/message-context.ts',
    reason: 'Takes the school from a row in a way that its plan does not show.',
  },
  { file: 'src/features/messages/server/push-source.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/messages/server/queries.ts',
    reason: 'Takes the school from a row in a way that its plan does not show.',
  },
  { file: 'src/features/messages/server/reminders.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/messages/server/requests.ts', reason: 'Site administrators read or name rows of all schools.' },
  { file: 'src/features/messages/server/scheduled.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/messages/server/vanished.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/moderation/server/case-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/moderation/server/case-jobs.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/moderation/server/case-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/moderation/server/claims.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/moderation/server/content-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/content-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/moderation/server/erase-actions.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/moderation/server/grants.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/moderation/server/history-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/moderation/server/notes.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/moderation/server/report-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/report-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/sanction-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/seal-lists.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/moderation/server/seal-notices.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/moderation/server/seal-opening.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/seal-queries.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/seal-requests.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/seal-second-person.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/moderation/server/templates.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  { file: 'src/features/notices/server/actions.ts', reason: 'Site administrators read or name rows of all schools.' },
  { file: 'src/features/notices/server/find-item.ts', reason: 'Site administrators read or name rows of all schools.' },
  { file: 'src/features/notices/server/queries.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/notifications/server/mail-actions.ts',
    reason: 'A job that goes over the rows of all schools.',
  },
  {
    file: 'src/features/notifications/server/params-conversion.ts',
    reason: 'A job that goes over the rows of all schools.',
  },
  { file: 'src/features/notifications/server/push-source.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/people/server/safety-settings.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/push/server/actions.ts', reason: 'Site administrators read or name rows of all schools.' },
  { file: 'src/features/push/server/due-queries.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/push/server/send-actions.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/rules/server/actions.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/schools/server/anonymity-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/session/server/role-actions.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/session/server/user-writes.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
  {
    file: 'src/features/transparency/server/publish-actions.ts',
    reason: 'A job that goes over the rows of all schools.',
  },
  { file: 'src/shared/server/crypto/sealed-inbox.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/shared/server/jobs/retention.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/shared/server/pending.ts', reason: 'A job that goes over the rows of all schools.' },
]
