import { Suspense, useEffect, useRef, useState } from 'react'
import { FeedPage } from '../../features/posts/web/FeedPage.tsx'
import { useMe } from '../../features/session/web/auth.tsx'
import { lazyPart } from '../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../shared/web/media-query.ts'

const NewcomerCard = lazyPart(() => import('./layout/NewcomerCard.tsx'))
const InYourGroups = lazyPart(
  () => import('../../features/group-posts/web/InYourGroups.tsx'),
  () => null,
)

/** Recent posts of the viewer's groups, loaded shortly before they are on the screen. */
function Interlude() {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsNear(true), {
      rootMargin: '900px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place}>
      {isNear && (
        <Suspense>
          <InYourGroups />
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
