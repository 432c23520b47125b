import { useQueryClient } from '@tanstack/react-query'
import { Heart, Megaphone, MessageCircle, Pin } from 'lucide-react'
import { useId, useState } from 'react'
import { useLiveEvent, usePostSubscription } from '../../../shared/web/live.ts'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import { Tags } from '../../groups/web/TagsField.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import type { GroupPost } from '../contract.ts'
import { GroupComments } from './GroupComments.tsx'
import { GroupImages } from './GroupImages.tsx'
import { GroupPostMenu } from './GroupPostMenu.tsx'
import { Poll } from './Poll.tsx'
import { patchGroupPost, useLike } from './queries.ts'

/** One group post with likes and comments. */
export function GroupPostCard({ post }: { post: GroupPost }) {
  const [isOpen, setIsOpen] = useState(false)
  const thread = useId()
  const client = useQueryClient()
  const toggleLike = useLike(post)
  const change = (to: (shown: GroupPost) => GroupPost) => patchGroupPost(client, post.id, to)
  usePostSubscription(post.id)
  useLiveEvent('post.liked', ({ post_id, likes_count }) => {
    if (post_id === post.id) change((shown) => ({ ...shown, like_count: likes_count, likes_count }))
  })
  useLiveEvent('post.commented', ({ post_id, comments_count }) => {
    if (post_id === post.id) change((shown) => ({ ...shown, comment_count: comments_count, comments_count }))
  })
  useLiveEvent('post.voted', ({ post_id, poll_options }) => {
    if (post_id === post.id) change((shown) => ({ ...shown, poll_options }))
  })
  return (
    <article aria-label={`Post by ${post.author.name}`} className="card px-4.5 pt-4 pb-2">
      <Marks post={post} />
      <header className="flex items-center gap-3">
        <Byline author={post.author} time={post.created_at} note={notes[post.visibility]} />
        <GroupPostMenu post={post} />
      </header>
      <RichText text={post.content} mentions={post.mentions} className="mt-3 text-body wrap-anywhere" />
      {post.type === 'poll' && <Poll post={post} />}
      <GroupImages media={post.media} />
      {post.tags.length > 0 && (
        <div className="mt-3">
          <Tags tags={post.tags} />
        </div>
      )}
      <div className="-ml-2 flex items-center gap-1 pt-2">
        <button
          type="button"
          aria-pressed={post.is_liked}
          aria-label={`Like, ${post.like_count} ${post.like_count === 1 ? 'like' : 'likes'}`}
          onClick={toggleLike}
          className={`inline-flex min-h-11 min-w-11 items-center gap-2 rounded-full px-2.5 tabular-nums transition-colors duration-150 hover:bg-sunken ${post.is_liked ? 'text-brick' : 'text-soft hover:text-ink'}`}
        >
          <Heart size={20} strokeWidth={1.75} fill={post.is_liked ? 'currentColor' : 'none'} />
          {post.like_count}
        </button>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={thread}
          aria-label={`${post.comment_count} ${post.comment_count === 1 ? 'comment' : 'comments'}`}
          onClick={() => setIsOpen(!isOpen)}
          className="inline-flex min-h-11 min-w-11 items-center gap-2 rounded-full px-2.5 text-soft tabular-nums transition-colors duration-150 hover:bg-sunken hover:text-ink"
        >
          <MessageCircle size={20} strokeWidth={1.75} />
          {post.comment_count}
        </button>
      </div>
      <div id={thread} className={isOpen ? 'pb-2' : undefined}>
        {isOpen && <GroupComments post={post} />}
      </div>
    </article>
  )
}

const notes: Readonly<Record<GroupPost['visibility'], string | undefined>> = {
  group: undefined,
  members_only: 'Members only',
  admins_only: 'Admins only',
}

const kinds: Readonly<Partial<Record<GroupPost['type'], string>>> = { event: 'Event', resource: 'Resource' }

/** Labels for pinned posts, announcements and special post types. */
function Marks({ post }: { post: GroupPost }) {
  const kind = kinds[post.type]
  if (!post.is_pinned && !post.is_announcement && !kind) return null
  return (
    <p className="mb-2 flex flex-wrap gap-x-4 text-small font-medium text-soft">
      {post.is_pinned && (
        <span className="inline-flex items-center gap-1.5">
          <Pin size={14} strokeWidth={1.75} aria-hidden /> Pinned
        </span>
      )}
      {post.is_announcement && (
        <span className="inline-flex items-center gap-1.5 text-orange">
          <Megaphone size={14} strokeWidth={1.75} aria-hidden /> Announcement
        </span>
      )}
      {kind && <span>{kind}</span>}
    </p>
  )
}
