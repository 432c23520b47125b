import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/db.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { toMedia } from '../../media/server/queries.ts'
import type { Event } from '../contract.ts'
import { presentEvent } from './present.ts'
import { type EventRow, eventOr404 } from './queries.ts'

/** Events as this viewer is shown them, with their pictures. */
export async function loadEvents(db: Db, viewer: Viewer, rows: readonly EventRow[]): Promise<Event[]> {
  const withImage = rows.filter(({ image_url }) => image_url !== null).map(({ id }) => id)
  const images = await toMedia(db, viewer.schoolId, 'event', withImage)
  return rows.map((row) => presentEvent(row, images.get(row.id)?.[0] ?? null, viewer))
}

/** One event, if this viewer may see it; otherwise 404. */
export async function loadEvent(db: Db, viewer: Viewer, id: string): Promise<Event> {
  const [event] = await loadEvents(db, viewer, [await eventOr404(db, viewer, id)])
  if (!event) throw notFound('Event not found')
  return event
}
