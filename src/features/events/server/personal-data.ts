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
        .select(['event_id', 'created_at'])
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
