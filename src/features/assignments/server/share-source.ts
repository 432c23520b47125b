import { findPicture, type ShareSource, toSharedItems } from '../../../shared/server/share-source.ts'
import { findAssignments } from './queries.ts'

export const questionShares: ShareSource = {
  kind: 'question',
  load: async (db, viewer, ids) =>
    toSharedItems(await findAssignments(db, viewer, ids), ({ id, title, description, images }) => ({
      title,
      text: description,
      image_url: findPicture(images),
      starts_at: null,
      link: `/assignment-help?question=${id}`,
    })),
}
