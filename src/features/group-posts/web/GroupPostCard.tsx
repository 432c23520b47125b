import { useQueryClient } from '@tanstack/react-query'
import { Megaphone, Pencil, Pin, PinOff } from 'lucide'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Cover } from '../../discussions/web/ContentNote.tsx'
import { DiscussionCard } from '../../discussions/web/DiscussionCard.tsx'
import { Tags } from '../../groups/web/Tags.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { GroupPost } from '../contract.ts'
import { toGroupDiscussion } from './discussion.ts'
import { GroupImages } from './GroupImages.tsx'
import { Poll } from './Poll.tsx'
import { patchGroupPost, usePin } from './queries.ts'

const EditGroupPost = lazyPart(() => import('./EditGroupPost.tsx'))

/** One group post. */
export function GroupPostCard({ post }: { post: GroupPost }) {
  const [isEditing, setIsEditing] = useState(false)
  const client = useQueryClient()
  const me = useMe()
  const pin = usePin(post)
  useLiveEvent('post.voted', ({ post_id, poll_options }) => {
    if (post_id === post.id) patchGroupPost(client, post.id, (shown) => ({ ...shown, poll_options }))
  })
  const pinAction = {
    label: post.is_pinned ? 'Unpin post' : 'Pin post',
    icon: post.is_pinned ? <Icon icon={PinOff} size={18} /> : <Icon icon={Pin} size={18} />,
    onSelect: () => pin.mutate(),
  }
  const editAction = { label: 'Edit post', icon: <Icon icon={Pencil} size={18} />, onSelect: () => setIsEditing(true) }
  return (
    <DiscussionCard
      discussion={toGroupDiscussion(post)}
      note={notes[post.visibility]}
      marks={<Marks post={post} />}
      actions={[...(post.can.pin ? [pinAction] : []), ...(post.can.edit ? [editAction] : [])]}
    >
      {post.type === 'poll' && <Poll post={post} />}
      <Cover isSensitive={post.sensitive ?? false} isOwn={post.author.id === me.id}>
        <GroupImages media={post.media} />
      </Cover>
      {post.tags.length > 0 && (
        <div className="mt-3">
          <Tags tags={post.tags} />
        </div>
      )}
      {isEditing && (
        <Suspense>
          <EditGroupPost post={post} onClose={() => setIsEditing(false)} />
        </Suspense>
      )}
    </DiscussionCard>
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
          <Icon icon={Pin} size={14} /> Pinned
        </span>
      )}
      {post.is_announcement && (
        <span className="inline-flex items-center gap-1.5 text-orange">
          <Icon icon={Megaphone} size={14} /> Announcement
        </span>
      )}
      {kind && <span>{kind}</span>}
    </p>
  )
}
