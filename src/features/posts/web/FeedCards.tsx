import { Fragment, type ReactNode, startTransition, useEffect, useState } from 'react'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import type { Post } from '../contract.ts'
import { PostCard } from './PostCard.tsx'
import { PostSkeleton } from './PostSkeleton.tsx'

/** Cards that there are after each wave; then all of them. */
const waves = [0, 2, 6]

/**
 * The first cards as soon as they can be drawn, then more of them, then all and what stands below them: on a slow phone a
 * page of them takes half a second, in which it answers nothing. Whoever comes back finds all of them, and where they were.
 */
export function FeedCards({
  posts,
  atOnce,
  children,
}: {
  posts: readonly Post[]
  atOnce: boolean
  children: ReactNode
}) {
  const [wave, come] = useState(atOnce ? waves.length : 0)
  useEffect(() => {
    if (wave < waves.length) startTransition(() => come(wave + 1))
  }, [wave])
  const shown = waves[wave] ?? posts.length
  if (shown === 0) return <PostSkeleton count={3} />
  return (
    <>
      <ul className="desk:space-y-4">
        {posts.slice(0, shown).map((post, at) => (
          <Fragment key={post.id}>
            <li>
              <PostCard post={post} />
            </li>
            <SponsoredItem at={at} />
          </Fragment>
        ))}
      </ul>
      {wave >= waves.length && children}
    </>
  )
}
