import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { NewItems } from '../../../shared/web/ui/NewItems.tsx'
import { EmptyState, ErrorState } from '../../../shared/web/ui/states.tsx'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import type { Group } from '../../groups/contract.ts'
import { ItemFilter } from '../../people/web/ItemFilter.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { GroupPostCard } from './GroupPostCard.tsx'
import { toGroupPosts, useGroupPosts } from './queries.ts'

const CreateGroupPost = lazyPart(() => import('./CreateGroupPost.tsx'))

/** The posts of the group, and the composer for members. */
export function PostsTab({ group, hasJoined }: { group: Group; hasJoined: boolean }) {
  const me = useMe()
  const list = useGroupPosts(group.id)
  const [isComposing, setIsComposing] = useState(false)
  return (
    <>
      {group.can.post && (
        <div className="card flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3.5 desk:mb-4">
          <p role="status" className="w-full font-display text-card font-semibold empty:hidden">
            {hasJoined && 'You’re in. Say hi'}
          </p>
          <Avatar person={me} />
          <button
            type="button"
            onPointerEnter={CreateGroupPost.preload}
            onClick={() => setIsComposing(true)}
            className="min-h-11 min-w-0 flex-1 truncate rounded-control px-1 text-left text-body text-faint"
          >
            Post in {group.name}
          </button>
          <Button onPointerEnter={CreateGroupPost.preload} onClick={() => setIsComposing(true)}>
            Create Post
          </Button>
        </div>
      )}
      <NewItems list={toGroupPosts(group.id)} noun="new post" problem="We couldn’t load posts." />
      {list.isPending && <PostSkeleton count={3} />}
      {list.isError && (
        <ErrorState text="We couldn’t load posts." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.posts.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="No posts yet"
          text={group.can.post ? 'Say hi, ask a question or start a poll.' : 'No posts yet.'}
        />
      )}
      <ul aria-label="Posts" className="desk:space-y-4">
        {list.posts.map((post) => (
          <li key={post.id} className="empty:hidden">
            <ItemFilter
              place="groups"
              text={[post.content, ...post.tags, ...(post.poll_options ?? []).map(({ text }) => text)].join('\n')}
              item={post}
              author={post.author.id}
            >
              <GroupPostCard post={post} />
            </ItemFilter>
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Posts" list={list} />
      {isComposing && (
        <Suspense>
          <CreateGroupPost group={group} onClose={() => setIsComposing(false)} />
        </Suspense>
      )}
    </>
  )
}
