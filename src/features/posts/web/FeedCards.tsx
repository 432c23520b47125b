import { Fragment, type ReactNode, useDeferredValue } from 'react'
import { SponsoredItem, sponsoredEvery } from '../../ads/web/SponsoredItem.tsx'
import type { Post } from '../contract.ts'
import { PostCard } from './PostCard.tsx'

/**
 * The first cards at once, the others and what stands below them as soon as there is time: on a slow phone a page of
 * them takes half a second. Whoever comes back finds all of them, and where they were.
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
  const all = useDeferredValue(true, atOnce)
  return (
    <>
      <ul className="desk:space-y-4">
        {(all ? posts : posts.slice(0, sponsoredEvery - 1)).map((post, at) => (
          <Fragment key={post.id}>
            <li>
              <PostCard post={post} />
            </li>
            <SponsoredItem at={at} />
          </Fragment>
        ))}
      </ul>
      {all && children}
    </>
  )
}
