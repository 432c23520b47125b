import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Media } from '../../media/contract.ts'
import type { Event } from '../contract.ts'
import { canAttend, canChange, canDelete, isCancelled, organizes } from './policy.ts'
import type { EventRow } from './queries.ts'

export function presentEvent(row: EventRow, image: Media | null, viewer: Viewer): Event {
  const mine = canChange(viewer, row)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    location: row.location,
    start_date: row.start_date,
    end_date: row.end_date,
    max_attendees: row.max_attendees,
    attendees_count: row.attendees_count,
    image_url: row.image_url,
    image,
    tags: row.tags,
    organizer_id: row.organizer_id,
    organizer: {
      id: row.organizer_id,
      name: row.organizer_name,
      avatar_url: row.organizer_avatar,
      avatar: row.organizer_avatar,
    },
    attendees_preview: row.attendees_preview.map((face) => ({ ...face, avatar: face.avatar_url })),
    group_id: row.group_id,
    user_rsvp: row.is_attending ? 'attending' : 'not_attending',
    is_removed: row.is_removed,
    status: isCancelled(row) ? 'cancelled' : 'planned',
    cancel_reason: row.cancel_reason,
    reminders: row.reminders,
    waitlist: {
      count: row.waiting_count,
      held: row.held_count,
      position: row.waiting_position,
      is_last: row.waits_last,
      no_show_rule: row.has_no_show_rule,
      offer_id: row.offer_id,
      offered_until: row.offered_until,
    },
    facts: row.facts,
    organizers: [
      {
        id: row.organizer_id,
        name: row.organizer_name,
        avatar_url: row.organizer_avatar,
        avatar: row.organizer_avatar,
      },
      ...row.co_organizers.map((face) => ({ ...face, avatar: face.avatar_url })),
    ],
    ...(row.has_details && (row.is_attending || organizes(viewer, row) || row.is_co_organizer)
      ? { online_link: row.online_link, exact_location: row.exact_location }
      : {}),
    series:
      row.series_id === null || row.nth === null || row.dates_count === null
        ? null
        : { id: row.series_id, nth: row.nth, count: row.dates_count },
    can: {
      edit: mine && !isCancelled(row),
      cancel: mine && !isCancelled(row) && row.end_date * 1000 > Date.now(),
      delete: canDelete(viewer, row),
      rsvp: canAttend(viewer, row),
      report: !organizes(viewer, row),
      remove_attendees: mine,
      choose_organizers: organizes(viewer, row),
    },
  }
}
