/** Files whose statements may name more than one school, or none, and why. The list may only shrink. */
export const oneSchoolExceptions: readonly { readonly file: string; readonly reason: string }[] = [
  {
    file: 'src/shared/server/auth/row-school.ts',
    reason: 'Finds the school of a row that is named without it; all other statements about the row name the school.',
  },
  {
    file: 'src/shared/server/auth/site-administrators.ts',
    reason: 'The site administrators belong to any school, and are a handful.',
  },
  {
    file: 'src/shared/server/jobs/due-schools.ts',
    reason: 'Finds the schools with work for a job, and the oldest of it; the work itself is done school by school.',
  },
  { file: 'src/app/gauges.ts', reason: 'Site administrators read or name rows of all schools.' },
  { file: 'src/cli/data-folder.ts', reason: 'A command for the whole site.' },
  { file: 'src/cli/doctor.ts', reason: 'A command for the whole site.' },
  { file: 'src/cli/recount.ts', reason: 'A command for the whole site.' },
  { file: 'src/cli/rotate-keys.ts', reason: 'A command for the whole site.' },
  { file: 'src/features/appeals/server/actions.ts', reason: 'Site administrators read or name rows of all schools.' },
  {
    file: 'src/features/confessions/server/pending-confessions.ts',
    reason: 'Takes the school from a row in a way that its plan does not show.',
  },
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
  { file: 'src/features/moderation/server/case-jobs.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/moderation/server/claims.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/moderation/server/erase-actions.ts', reason: 'A job that goes over the rows of all schools.' },
  {
    file: 'src/features/moderation/server/seal-opening.ts',
    reason: 'Site administrators read or name rows of all schools.',
  },
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
  { file: 'src/features/push/server/due-queries.ts', reason: 'A job that goes over the rows of all schools.' },
  { file: 'src/features/push/server/send-actions.ts', reason: 'A job that goes over the rows of all schools.' },
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
