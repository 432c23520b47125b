import { Suspense, useEffect, useRef, useState } from 'react'
import { FeedPage } from '../../features/posts/web/FeedPage.tsx'
import { lazyPart } from '../../shared/web/lazy-part.tsx'

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

/** The feed with recent posts of the viewer's groups. */
export default function FeedWithGroups() {
  return <FeedPage Interlude={Interlude} />
}
