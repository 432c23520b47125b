import { Suspense } from 'react'
import { FeedPage } from '../../features/posts/web/FeedPage.tsx'
import { useMe } from '../../features/session/web/auth.tsx'
import { lazyPart } from '../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../shared/web/media-query.ts'

const NewcomerCard = lazyPart(() => import('./layout/NewcomerCard.tsx'))

/** The feed, with the next steps of a new user as second card; on a desktop they are in the right column. */
export default function FeedForNewcomers() {
  const { welcome } = useMe()
  const height = welcome === 'card' ? 'h-72' : welcome === 'line' && 'h-14' // so that nothing moves when it arrives
  const second = !useIsDesktop() && height && (
    <li className={height}>
      <Suspense>
        <NewcomerCard />
      </Suspense>
    </li>
  )
  return <FeedPage second={second} />
}
