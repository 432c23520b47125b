import { findPicture, type ShareSource } from '../../../shared/server/share-source.ts'
import { postOr404 } from './queries.ts'

/** Names no author of an anonymous post, also for the author. */
export const postShares: ShareSource = {
  kind: 'post',
  async load(db, viewer, id) {
    const post = await postOr404(db, viewer, id)
    const isCovered = post.note !== null || post.sensitive
    return {
      title: post.author_name === null ? 'Anonymous post' : post.author_name,
      text: post.note === null ? post.content : `Note: ${post.note}`,
      image_url: isCovered ? null : findPicture(post.media_urls),
      starts_at: null,
      link: `/dashboard?post=${post.id}`,
    }
  },
}
