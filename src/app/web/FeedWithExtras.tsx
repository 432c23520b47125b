import { Suspense, useEffect, useRef, useState } from 'react'
import { FeedPage } from '../../features/posts/web/FeedPage.tsx'
import { prepareFeed } from '../../features/posts/web/queries.ts'
import { useMe } from '../../features/session/web/auth.tsx'
import { lazyPart } from '../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../shared/web/media-query.ts'

const NewcomerCard = lazyPart(() => import('./layout/NewcomerCard.tsx'))
const InYourGroups = lazyPart(
  () => import('../../features/group-posts/web/InYourGroups.tsx'),
  () => null,
)

export const prepare = prepareFeed

/** A user who returns to the feed finds the posts of the groups where they were. */
const nearPlaces = new Set<number>()

/** Recent posts of the viewer's groups, loaded when the user scrolls and is near them. */
function Interlude({ at }: { at: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(nearPlaces.has(at))
  useEffect(() => {
    if (isNear) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        nearPlaces.add(at)
        setIsNear(true)
      },
      { rootMargin: '900px' },
    )
    const watch = () => place.current && observer.observe(place.current)
    addEventListener('scroll', watch, { once: true, passive: true })
    return () => {
      removeEventListener('scroll', watch)
      observer.disconnect()
    }
  }, [isNear, at])
  return (
    <div ref={place}>
      {isNear && (
        <Suspense>
          <InYourGroups at={at} />
        </Suspense>
      )}
    </div>
  )
}

/**
 * The feed with recent posts of the viewer's groups, and the next steps of a new user as second card; on a desktop these
 * are in the right column.
 */
export default function FeedWithExtras() {
  const { welcome } = useMe()
  const height = welcome === 'card' ? 'h-72' : welcome === 'line' && 'h-14' // so that nothing moves when it arrives
  const second = !useIsDesktop() && height && (
    <li className={height}>
      <Suspense>
        <NewcomerCard />
      </Suspense>
    </li>
  )
  return <FeedPage second={second} Interlude={Interlude} />
}
