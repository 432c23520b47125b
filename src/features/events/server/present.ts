import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Media } from '../../media/contract.ts'
import type { Event } from '../contract.ts'
import { canAttend, canChange, organizes } from './policy.ts'
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
    can: { edit: mine, delete: mine, rsvp: canAttend(viewer, row), report: !organizes(viewer, row) },
  }
}
