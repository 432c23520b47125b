import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { DiscussionCard } from '../../discussions/web/DiscussionCard.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { listMedia } from '../../media/web/pictures.ts'
import { postsApi } from '../contract.gen.ts'
import type { Post } from '../contract.ts'
import { toFeedDiscussion } from './discussion.ts'

const visibilityNote = ({ pending, is_anonymous, is_author }: Post) =>
  is_anonymous && is_author && !pending ? 'Only you can see this is yours' : undefined

/** One post of the feed; `isAlone` on a page of its own, with its comments. */
export function PostCard({
  post,
  isAlone = false,
  isFirst = isAlone,
}: {
  post: Post
  isAlone?: boolean
  isFirst?: boolean
}) {
  useRefreshWhenPublished(post.pending, postsApi)
  return (
    <DiscussionCard discussion={toFeedDiscussion(post)} note={visibilityNote(post)} isAlone={isAlone}>
      <div className="max-desk:-mx-4.5 max-desk:*:rounded-none">
        <MediaGrid media={listMedia(post)} isFirst={isFirst} />
      </div>
    </DiscussionCard>
  )
}
