import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { toMedia } from '../../media/server/queries.ts'
import type { Event } from '../contract.ts'
import { presentEvent } from './present.ts'
import { type EventRow, eventOr404 } from './queries.ts'

/** Presents events to this viewer with their images. */
export async function loadEvents(db: Db, viewer: Viewer, rows: readonly EventRow[]): Promise<Event[]> {
  const withImage = rows.filter(({ image_url }) => image_url !== null).map(({ id }) => id)
  const images = await toMedia(db, viewer.schoolId, 'event', withImage)
  return rows.map((row) => presentEvent(row, images.get(row.id)?.[0] ?? null, viewer))
}

/** Returns one event that this viewer may see. Throws 404 otherwise. */
export async function loadEvent(db: Db, viewer: Viewer, id: string): Promise<Event> {
  const [event] = await loadEvents(db, viewer, [await eventOr404(db, viewer, id)])
  if (!event) throw notFound('Event not found')
  return event
}
