// The owner of each table, and the accesses of other modules that the layers do not allow. `tools/boundaries.ts` checks
// both: only its owner writes a table, higher layers read it. `demo` and tests are not checked: they fill tables with
// rows that no request can create.
import type { DB } from '../shared/server/db/schema.gen.ts'

/** Not in `DB`: the table of applied migrations, and views of former names. */
type Table = keyof DB | 'migrations' | 'ad_sightings'

/** A feature, `shared` or `demo`. */
export const tableOwners: Readonly<Record<Table, string>> = {
  abandoned_files: 'media',
  ad_days: 'ads',
  ad_impressions: 'ads',
  ad_sightings: 'ads',
  ads: 'ads',
  anonymity_changes: 'schools',
  answer_votes: 'assignments',
  appeal_messages: 'appeals',
  appeals: 'appeals',
  assignment_answers: 'assignments',
  assignments: 'assignments',
  audit_log: 'shared',
  audit_seals: 'admin',
  blocked_files: 'media',
  blocks: 'people',
  backups: 'shared',
  calendar_links: 'events',
  case_claims: 'moderation',
  cases: 'moderation',
  comment_likes: 'discussions',
  comments: 'discussions',
  confession_likes: 'confessions',
  confession_numbers: 'confessions',
  confessions: 'confessions',
  conversation_exits: 'messages',
  conversations: 'messages',
  counters: 'shared',
  demo_pictures: 'demo',
  departments: 'professors',
  duties: 'moderation',
  emergency_numbers: 'moderation',
  event_attendees: 'events',
  event_check_ins: 'events',
  event_no_show_contests: 'events',
  event_organizers: 'events',
  event_reminders: 'events',
  event_removals: 'events',
  event_series: 'events',
  event_waitlist: 'events',
  events: 'events',
  exports: 'account',
  friend_requests: 'people',
  friendships: 'people',
  grants: 'moderation',
  group_assignments: 'assignments',
  group_invitations: 'groups',
  group_join_requests: 'groups',
  group_members: 'groups',
  groups: 'groups',
  hidden_items: 'people',
  idempotency_keys: 'shared',
  identities: 'session',
  job_workers: 'shared',
  listing_dates: 'marketplace',
  listing_favorites: 'marketplace',
  listing_prices: 'marketplace',
  listing_reservations: 'marketplace',
  listing_outcomes: 'marketplace',
  listing_sales: 'marketplace',
  listing_searches: 'marketplace',
  listings: 'marketplace',
  lone_openings: 'moderation',
  message_drafts: 'messages',
  message_pins: 'messages',
  message_reactions: 'messages',
  message_reminders: 'messages',
  message_versions: 'messages',
  media_blocklist: 'media',
  meetings: 'marketplace',
  messages: 'messages',
  migrations: 'shared',
  moderation_templates: 'moderation',
  pause_requests: 'admin',
  person_notes: 'moderation',
  moderation_actions: 'moderation',
  mutes: 'people',
  notices: 'notices',
  notification_choices: 'notifications',
  notifications: 'notifications',
  participants: 'messages',
  pending_items: 'shared',
  point_totals: 'assignments',
  points: 'assignments',
  poll_options: 'group-posts',
  poll_votes: 'group-posts',
  post_likes: 'discussions',
  posts: 'discussions',
  professor_courses: 'professors',
  professor_totals: 'professors',
  professors: 'professors',
  push_due: 'push',
  push_keys: 'push',
  push_subscriptions: 'push',
  rating_votes: 'professors',
  ratings: 'professors',
  removal_allowances: 'moderation',
  report_images: 'moderation',
  reports: 'moderation',
  role_requests: 'admin',
  rules: 'rules',
  schools: 'schools',
  scheduled_messages: 'messages',
  seal_epochs: 'shared',
  seal_requests: 'moderation',
  safety_settings: 'people',
  sessions: 'shared',
  sign_in_attempts: 'session',
  tallies: 'shared',
  transparency_reports: 'transparency',
  upload_days: 'media',
  uploads: 'media',
  users: 'session',
  vanished: 'messages',
}

export type AccessException = {
  readonly file: string
  readonly reads?: readonly Table[]
  readonly writes?: readonly Table[]
  readonly reason: string
}

export const accessExceptions: readonly AccessException[] = [
  {
    file: 'src/shared/server/auth/powers.ts',
    reads: ['grants'],
    reason: 'What a student may do on the moderation desk is part of the session, like the role.',
  },
  {
    file: 'src/features/messages/server/pin-rule.ts',
    reads: ['group_members'],
    reason: 'Conversations of groups are below groups; only group admins pin their messages.',
  },
  {
    file: 'src/features/messages/server/queries.ts',
    reads: ['groups'],
    reason: 'Conversations of groups are below groups; they have the photo of their group.',
  },
  {
    file: 'src/features/media/server/queries.ts',
    reads: ['safety_settings', 'schools', 'users'],
    reason:
      'Every feature with pictures reads them here; the wish of their owner comes with them in the same statement.',
  },
  {
    file: 'src/features/people/server/profile-visibility.ts',
    reads: ['group_members', 'groups'],
    reason: 'Users are below groups; lists of them decide in their one statement who shares a group with the viewer.',
  },
  {
    file: 'src/shared/server/auth/session.ts',
    reads: ['schools', 'users'],
    writes: ['users'],
    reason:
      'Every request needs the session with its user and whether the school is active, in one statement; the same statement stores the last activity of both.',
  },
  {
    file: 'src/shared/server/auth/site-administrators.ts',
    reads: ['users'],
    reason: 'Several features notify the site administrators; the only statement that reads those of all schools.',
  },
  {
    file: 'src/shared/server/auth/moderation-status.ts',
    reads: ['users'],
    reason: 'Guards the writes of every feature; the status is stored with the user.',
  },
  {
    file: 'src/shared/server/auth/school-scope.ts',
    reads: ['schools'],
    reason: 'Every list of a site admin runs once per school.',
  },
  {
    file: 'src/shared/server/notifications/statements.ts',
    reads: ['blocks', 'mutes', 'safety_settings', 'friendships', 'notification_choices', 'users', 'notifications'],
    writes: ['notifications'],
    reason:
      'Every feature notifies, so this is below all of them. One statement decides who is notified and inserts the rows.',
  },
  {
    file: 'src/shared/server/push.ts',
    reads: ['notification_choices', 'push_subscriptions'],
    writes: ['push_due'],
    reason: 'Every feature that notifies can push, in the statement of its transaction that decides who has a device.',
  },
  {
    file: 'src/features/session/server/me-queries.ts',
    reads: ['push_subscriptions', 'safety_settings'],
    reason:
      'The page learns with its first request whether it has to report that it is visible, and what its lists leave out.',
  },
  {
    file: 'src/features/push/server/due-queries.ts',
    reads: ['notification_choices'],
    reason: 'The job checks quiet hours and the lock screen in the statement that takes the rows.',
  },
  {
    file: 'src/shared/server/crypto/sealed-inbox.ts',
    reads: ['notifications'],
    writes: ['notifications'],
    reason:
      'The notifications of sealed authors: below every feature that notifies, like shared/server/notifications.ts.',
  },
  {
    file: 'src/shared/server/crypto/epoch-store.ts',
    reads: ['schools'],
    reason: 'Whether authorship ends at a school is read with its keys, below everything that seals.',
  },
  {
    file: 'src/shared/server/crypto/epoch-destruction.ts',
    reads: ['schools', 'seal_requests'],
    reason: 'The days after which a school destroys its keys, and openings whose author still has to be notified.',
  },
  {
    file: 'src/features/schools/server/admin-actions.ts',
    reads: ['users'],
    reason: 'A school with users is not deleted. The foreign key refuses it too, but without a readable error.',
  },
  {
    file: 'src/features/schools/server/anonymity-actions.ts',
    reads: ['users'],
    reason: 'A change is confirmed by another site administrator, and the custodian is a user of the school.',
  },
  {
    file: 'src/features/schools/server/anonymity-queries.ts',
    reads: ['users'],
    reason: 'Names the custodian.',
  },
  {
    file: 'src/features/moderation/server/actions.ts',
    writes: ['users'],
    reason: 'One statement stores with the user what moderation_actions add up to, which session does not know.',
  },
  {
    file: 'src/features/moderation/server/erase-actions.ts',
    reads: ['appeals'],
    reason: 'An open appeal keeps a withheld item; the statement that marks it as erased checks this again.',
  },
  {
    file: 'src/features/transparency/server/queries.ts',
    reads: ['audit_seals'],
    reason: 'The newest seal of the audit log is published with the numbers, so that a truncated log is noticed.',
  },
  {
    file: 'src/features/groups/server/actions.ts',
    reads: ['events'],
    reason: 'Deleting a group releases the images of its events, which the foreign key deletes.',
  },
  {
    file: 'src/features/groups/server/content-types.ts',
    reads: ['events'],
    reason: 'Removing a group withdraws the notifications that name its events.',
  },
  {
    file: 'src/features/notifications/server/mail-actions.ts',
    reads: ['audit_seals'],
    reason: 'The newest seal of the audit log is in the digests of administrators, so that a truncated log is noticed.',
  },
  {
    file: 'src/features/groups/server/news.ts',
    reads: ['assignments', 'events', 'group_assignments'],
    reason: 'The page of a group counts on its tabs what is new, in one statement.',
  },
  ...['group-posts/server/actions.ts', 'posts/server/actions.ts', 'posts/server/pending-posts.ts'].map((file) => ({
    file: `src/features/${file}`,
    writes: ['posts' as const],
    reason: 'Each kind of post has columns that only its feature uses; discussions keeps the counts.',
  })),
  {
    file: 'src/cli/daily-backup.ts',
    writes: ['backups'],
    reason: 'Lists the archives that it has taken.',
  },
  {
    file: 'src/cli/recount.ts',
    writes: ['tallies'],
    reason: 'Replaces wrong tallies, which otherwise only triggers write.',
  },
  {
    file: 'src/cli/settle.ts',
    writes: ['notifications'],
    reason: 'A recovered database sends no email that was sent before.',
  },
  {
    file: 'src/cli/restore.ts',
    writes: ['notifications'],
    reason: 'A restored copy sends no email that was sent before.',
  },
  {
    file: 'src/cli/epoch-keys.ts',
    writes: ['seal_epochs'],
    reason: 'Wraps the keys of months with the new key.',
  },
  {
    file: 'src/cli/rotate-keys.ts',
    writes: ['confession_likes', 'moderation_actions', 'notifications', 'ratings', 'upload_days'],
    reason: 'Replaces everything that depends on the old key, in the tables of all features.',
  },
]

/** Files that compute the name of a table at run time, and why. */
export const computedTableNames: Readonly<Record<string, string>> = {
  'src/features/discussions/server/notes.ts': 'Posts and comments, which both have a content note.',
  'src/cli/recount.ts': 'The stored counters and the tables that they count.',
  'src/cli/settle.ts': 'The tables that are in no backup are emptied.',
  'src/cli/restore.ts': 'Every table of a backup.',
  'src/cli/rotate-keys.ts': 'The tables that are registered as sealed.',
  'src/cli/epoch-keys.ts': 'The same tables, and those with copies of seals.',
  'src/features/admin/server/analytics-queries.ts': 'The tables of a constant list of metrics; read only.',
  'src/features/notices/server/find-item.ts': 'The tables that content types register as listed; read only.',
  'src/features/moderation/server/content-queries.ts': 'The tables that content types register as listed; read only.',
  'src/features/account/server/month-seals.ts': 'The tables that are registered as sealed, and those with copies.',
  'src/features/account/server/deletion.ts': 'The tables that are registered as sealed lose their author.',
  'src/features/moderation/server/withholding.ts':
    'The table of a content type, as its feature passes it; only the column withheld_at.',
  'src/features/moderation/server/labelled-rows.ts':
    'The table of a content type, as its feature passes it; only the columns of its note.',
  'src/features/discussions/server/likes.ts': 'Posts or comments, and their likes: tables of the same feature.',
  'src/features/posts/server/personal-data.ts': 'Posts or comments, and their likes: tables of the same feature.',
  'src/shared/server/jobs/due-schools.ts': 'The tables whose features declare that their rows expire; read only.',
  'src/shared/server/auth/row-school.ts':
    'The tables with rows that are named without their school; only the school is read.',
  'src/shared/server/jobs/retention.ts': 'The tables whose features declare that their rows expire.',
  'src/shared/server/db/migrate.ts': 'The name of an index, not of a table.',
}
