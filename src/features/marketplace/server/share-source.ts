import { findPicture, type ShareSource } from '../../../shared/server/share-source.ts'
import { listingOr404 } from './queries.ts'

export const listingShares: ShareSource = {
  kind: 'listing',
  async load(db, viewer, id) {
    const { title, description, images } = await listingOr404(db, viewer, id)
    const link = `/marketplace?listing=${id}`
    return { title, text: description, image_url: findPicture(images), starts_at: null, link }
  },
}
