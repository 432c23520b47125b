import { findPicture, type ShareSource } from '../../../shared/server/share-source.ts'
import { assignmentOr404 } from './queries.ts'

export const questionShares: ShareSource = {
  kind: 'question',
  async load(db, viewer, id) {
    const { title, description, images } = await assignmentOr404(db, viewer, id)
    const link = `/assignment-help?question=${id}`
    return { title, text: description, image_url: findPicture(images), starts_at: null, link }
  },
}
