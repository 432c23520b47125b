import type { PersonalData } from '../../../shared/server/personal-data.ts'

/** Personal data in these tables. Calendar links are secrets, so the export omits them. */
export const eventPersonalData: readonly PersonalData[] = [
  {
    table: 'events',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('events')
        .where('school_id', '=', schoolId)
        .where('organizer_id', '=', id)
        .select([
          'id',
          'group_id',
          'title',
          'description',
          'location',
          'start_date',
          'end_date',
          'max_attendees',
          'image_url',
          'tags',
          'cancel_reason',
          'series_id',
          'nth',
          'facts',
          'online_link',
          'exact_location',
        ])
        .select('created_at')
        .execute(),
  },
  {
    table: 'event_attendees',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('event_attendees')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['event_id', 'created_at', 'chose_reminders'])
        .execute(),
  },
  {
    table: 'event_check_ins',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('event_check_ins')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['event_id', 'at'])
        .execute(),
  },
  {
    table: 'event_no_show_contests',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('event_no_show_contests')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['event_id', 'text', 'created_at'])
        .execute(),
  },
  {
    table: 'event_organizers',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('event_organizers')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['event_id', 'added_at'])
        .execute(),
  },
  {
    table: 'event_reminders',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('event_reminders')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['event_id', 'minutes'])
        .execute(),
  },
  {
    table: 'event_removals',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('event_removals')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['event_id', 'removed_at'])
        .execute(),
  },
  {
    table: 'event_waitlist',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('event_waitlist')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['event_id', 'joined_at', 'offered_until', 'is_last'])
        .execute(),
  },
  {
    table: 'calendar_links',
    export: (db, { id, schoolId }) =>
      db
        .selectFrom('calendar_links')
        .where('school_id', '=', schoolId)
        .where('user_id', '=', id)
        .select(['kind', 'version'])
        .execute(),
  },
]
