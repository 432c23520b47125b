import { findPicture, type ShareSource, toSharedItems } from '../../../shared/server/share-source.ts'
import { listGroupPostsById } from './queries.ts'

/** Also of a private group: for a reader who cannot view it, it is missing like a post that does not exist. */
export const groupPostShares: ShareSource = {
  kind: 'group_post',
  load: async (db, viewer, ids) =>
    toSharedItems(await listGroupPostsById(db, viewer, ids), (post) => ({
      title: `${post.author_name} in ${post.group_name}`,
      text: post.note === null ? post.content : `Note: ${post.note}`,
      image_url: post.note !== null || post.sensitive ? null : findPicture(post.media_urls),
      starts_at: null,
      link: `/groups/${post.group_id}#${post.id}`,
    })),
}
