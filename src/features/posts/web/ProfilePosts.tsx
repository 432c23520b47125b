import { Link } from 'react-router'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState } from '../../../shared/web/ui/states.tsx'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import type { Profile } from '../../people/contract.ts'
import { ItemFilter } from '../../people/web/ItemFilter.tsx'
import { useMute } from '../../people/web/safety.tsx'
import { PostCard } from './PostCard.tsx'
import { useUserPosts } from './queries.ts'

/** The posts that a user wrote under their name. */
export function ProfilePosts({ person }: { person: Profile }) {
  const list = useUserPosts(person.id)
  if (list.isPending) return <PostSkeleton count={2} />
  if (list.isError && list.posts.length === 0)
    return <ErrorState text="We couldn’t load these posts." error={list.error} onRetry={() => void list.refetch()} />
  if (list.posts.length === 0 && person.is_muted) return <MutedPosts person={person} />
  if (list.posts.length === 0) {
    return (
      <EmptyState
        illustration={<LawnIllustration />}
        title="No posts yet"
        text={person.is_me ? 'Posts you share under your name show up here.' : `${person.name} hasn’t posted yet.`}
        action={
          person.is_me && (
            <Link to="/dashboard" className={buttonClassName('secondary')}>
              Go to your feed
            </Link>
          )
        }
      />
    )
  }
  return (
    <>
      <ul className="desk:space-y-4">
        {list.posts.map((post) => (
          <li key={post.id} className="empty:hidden">
            <ItemFilter place="feed" text={post.content} item={post} author={post.author_id}>
              <PostCard post={post} />
            </ItemFilter>
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Posts" list={list} />
    </>
  )
}

function MutedPosts({ person }: { person: Profile }) {
  const { mutate, isPending } = useMute(person)
  return (
    <EmptyState
      illustration={<LawnIllustration />}
      title={`You muted ${person.name}`}
      text="You don’t see what they post. They can’t notice it."
      action={
        <Button pendingLabel={isPending && 'Unmuting...'} onClick={() => mutate(false)}>
          Unmute
        </Button>
      }
    />
  )
}
