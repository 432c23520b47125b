import type { ShareSource } from '../../../shared/server/share-source.ts'
import { eventOr404 } from './queries.ts'

/** Events of groups too, for those who can view the group. */
export const eventShares: ShareSource = {
  kind: 'event',
  async load(db, viewer, id) {
    const { title, location, image_url, start_date } = await eventOr404(db, viewer, id)
    return { title, text: location, image_url, starts_at: start_date, link: `/events?event=${id}` }
  },
}
