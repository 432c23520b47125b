import { Pencil } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useRefreshWhenPublished } from '../../../shared/web/publication.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Cover } from '../../discussions/web/ContentNote.tsx'
import { DiscussionCard } from '../../discussions/web/DiscussionCard.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { listMedia } from '../../media/web/pictures.ts'
import { postsApi } from '../contract.gen.ts'
import type { Post } from '../contract.ts'
import { toFeedDiscussion } from './discussion.ts'

const EditPost = lazyPart(() => import('./EditPost.tsx'))

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
  const [isEditing, setIsEditing] = useState(false)
  const edit = { label: 'Edit post', icon: <Icon icon={Pencil} size={18} />, onSelect: () => setIsEditing(true) }
  return (
    <DiscussionCard
      discussion={toFeedDiscussion(post)}
      note={visibilityNote(post)}
      actions={post.can.edit ? [edit] : []}
      isAlone={isAlone}
    >
      <div className="max-desk:-mx-4.5 max-desk:*:rounded-none">
        <Cover isSensitive={post.sensitive ?? false} isOwn={post.is_author}>
          <MediaGrid media={listMedia(post)} isFirst={isFirst} />
        </Cover>
      </div>
      {isEditing && (
        <Suspense>
          <EditPost post={post} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </DiscussionCard>
  )
}
