import { notFound } from '../../../shared/server/http/errors.ts'
import { findPicture, type ShareSource } from '../../../shared/server/share-source.ts'
import { findGroupPost } from './queries.ts'

/** Also of a private group: each reader who cannot view it gets the same 404 as for a post that does not exist. */
export const groupPostShares: ShareSource = {
  kind: 'group_post',
  async load(db, viewer, id) {
    const post = await findGroupPost(db, viewer, id)
    if (!post) throw notFound('Post not found')
    const isCovered = post.note !== null || post.sensitive
    return {
      title: `${post.author_name} in ${post.group_name}`,
      text: post.note === null ? post.content : `Note: ${post.note}`,
      image_url: isCovered ? null : findPicture(post.media_urls),
      starts_at: null,
      link: `/groups/${post.group_id}#${post.id}`,
    }
  },
}
