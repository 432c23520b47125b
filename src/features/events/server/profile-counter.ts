import { sql } from 'kysely'
import type { ProfileCounter } from '../../people/server/profile-counters.ts'

/** The events that a user organizes or attends, outside groups. */
export const countEvents: ProfileCounter = ({ school, id }) =>
  sql`(select count(*) from events
      where school_id = ${school} and organizer_id = ${id} and group_id is null and withheld_at is null)
    + (select count(*) from event_attendees
      join events on events.school_id = event_attendees.school_id and events.id = event_id and group_id is null
        and withheld_at is null
      where event_attendees.school_id = ${school} and user_id = ${id})`
