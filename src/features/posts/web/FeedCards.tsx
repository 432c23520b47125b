import { type ComponentType, Fragment, type ReactNode, startTransition, useEffect, useState } from 'react'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import { ItemFilter } from '../../people/web/ItemFilter.tsx'
import type { Post } from '../contract.ts'
import { PostCard } from './PostCard.tsx'
import { firstView } from './queries.ts'

/** Content of higher features follows this post, or on a tall screen the eighth or the twelfth. */
const interludeAfter = 4
const lastInterlude = 12

/** Number of cards in each wave; after the last one all are shown. */
const waves = [0, firstView, 7]

/**
 * Renders the first cards as soon as possible, then more, then all and the content below them: on a slow phone a whole
 * page blocks input for half a second. When a user navigates back, all cards are rendered immediately to restore the
 * scroll position.
 */
export function FeedCards({
  posts,
  atOnce,
  second,
  Interlude,
  children,
}: {
  posts: readonly Post[]
  atOnce: boolean
  /** A list item after the first post. */
  second: ReactNode
  Interlude?: ComponentType<{ at: number }> | undefined
  children: ReactNode
}) {
  const [wave, setWave] = useState(atOnce ? waves.length : 0)
  useEffect(() => {
    if (wave < waves.length) startTransition(() => setWave(wave + 1))
  }, [wave])
  const shown = waves[wave] ?? posts.length
  if (shown === 0) return <PostSkeleton count={3} />
  return (
    <>
      <ul className="desk:space-y-4">
        {posts.slice(0, shown).map((post, index) => (
          <Fragment key={post.id}>
            <li className="empty:hidden">
              <ItemFilter
                place="feed"
                text={post.content}
                item={post}
                author={post.author_id}
                isAuthor={post.is_author}
              >
                <PostCard post={post} isFirst={index < firstView} />
              </ItemFilter>
              {Interlude && index < lastInterlude && (index + 1) % interludeAfter === 0 && <Interlude at={index} />}
            </li>
            {index === 0 && second}
            <SponsoredItem index={index} />
          </Fragment>
        ))}
      </ul>
      {wave >= waves.length && children}
    </>
  )
}
