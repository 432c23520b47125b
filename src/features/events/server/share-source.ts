import { type ShareSource, toSharedItems } from '../../../shared/server/share-source.ts'
import { listEventsById } from './queries.ts'

/** Events of groups too, for those who can view the group. */
export const eventShares: ShareSource = {
  kind: 'event',
  load: async (db, viewer, ids) =>
    toSharedItems(await listEventsById(db, viewer, ids), ({ id, title, location, image_url, start_date }) => ({
      title,
      text: location,
      image_url,
      starts_at: start_date,
      link: `/events?event=${id}`,
    })),
}
