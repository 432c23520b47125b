import { findPicture, type ShareSource, toSharedItems } from '../../../shared/server/share-source.ts'
import { listListingsById } from './queries.ts'

export const listingShares: ShareSource = {
  kind: 'listing',
  load: async (db, viewer, ids) =>
    toSharedItems(await listListingsById(db, viewer, ids), ({ id, title, description, images }) => ({
      title,
      text: description,
      image_url: findPicture(images),
      starts_at: null,
      link: `/marketplace?listing=${id}`,
    })),
}
