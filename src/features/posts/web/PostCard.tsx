import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { DiscussionCard } from '../../discussions/web/DiscussionCard.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { listMedia } from '../../media/web/pictures.ts'
import { postsApi } from '../contract.gen.ts'
import type { Post } from '../contract.ts'
import { toFeedDiscussion } from './discussion.ts'

const visibilityNote = ({ pending, is_anonymous, is_author }: Post) =>
  is_anonymous && is_author && !pending ? 'Only you can see this is yours' : undefined

/** One post of the feed; `discussed` opens the comments initially. */
export function PostCard({ post, discussed = false }: { post: Post; discussed?: boolean }) {
  useRefreshWhenPublished(post.pending, postsApi)
  return (
    <DiscussionCard discussion={toFeedDiscussion(post)} note={visibilityNote(post)} defaultOpen={discussed}>
      <MediaGrid media={listMedia(post)} />
    </DiscussionCard>
  )
}
