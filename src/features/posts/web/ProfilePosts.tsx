import { Link } from 'react-router'
import { buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState } from '../../../shared/web/ui/states.tsx'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import type { Profile } from '../../people/contract.ts'
import { PostCard } from './PostCard.tsx'
import { useUserPosts } from './queries.ts'

/** The posts that a user wrote under their name. */
export function ProfilePosts({ person }: { person: Profile }) {
  const list = useUserPosts(person.id)
  if (list.isPending) return <PostSkeleton count={2} />
  if (list.isError && list.posts.length === 0)
    return <ErrorState text="We couldn’t load these posts." error={list.error} onRetry={() => void list.refetch()} />
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
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Posts" list={list} />
    </>
  )
}
