import { findPicture, type ShareSource, toSharedItems } from '../../../shared/server/share-source.ts'
import { listPostsById } from './queries.ts'

/** Names no author of an anonymous post, also for the author. */
export const postShares: ShareSource = {
  kind: 'post',
  load: async (db, viewer, ids) =>
    toSharedItems(await listPostsById(db, viewer, ids), (post) => ({
      title: post.author_name === null ? 'Anonymous post' : post.author_name,
      text: post.note === null ? post.content : `Note: ${post.note}`,
      image_url: post.note !== null || post.sensitive ? null : findPicture(post.media_urls),
      starts_at: null,
      link: `/dashboard?post=${post.id}`,
    })),
}
