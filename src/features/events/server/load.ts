import type { Viewer } from '../../../shared/server/auth/viewer.ts'
import type { Db } from '../../../shared/server/db/pools.ts'
import { notFound } from '../../../shared/server/http/errors.ts'
import { toMedia } from '../../media/server/queries.ts'
import type { Event } from '../contract.ts'
import { presentEvent } from './present.ts'
import { type EventRow, eventOr404 } from './queries.ts'

/** Presents events to this viewer with their images. */
export async function loadEvents(db: Db, viewer: Viewer, rows: readonly EventRow[]): Promise<Event[]> {
  // Dates of a series share its image, unless one has its own.
  const items = rows.flatMap(({ image_url, id, series_id }) => (image_url === null ? [] : [id, series_id ?? id]))
  const images = await toMedia(db, viewer.schoolId, 'event', [...new Set(items)])
  return rows.map((row) => {
    const candidates = [...(images.get(row.id) ?? []), ...(images.get(row.series_id ?? '') ?? [])]
    return presentEvent(row, candidates.find(({ url }) => url === row.image_url) ?? null, viewer)
  })
}

/** Returns one event that this viewer may see. Throws 404 otherwise. */
export async function loadEvent(db: Db, viewer: Viewer, id: string): Promise<Event> {
  const [event] = await loadEvents(db, viewer, [await eventOr404(db, viewer, id)])
  if (!event) throw notFound('Event not found')
  return event
}
