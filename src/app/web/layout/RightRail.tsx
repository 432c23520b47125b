import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { RailFrame } from './RailFrame.tsx'
import { isSplitPage } from './shell-width.ts'

const RailCards = lazyPart(
  () => import('./RailCards.tsx'),
  () => <RailFrame isBusy>{null}</RailFrame>,
)

/**
 * The right column of wide screens; narrow ones do not load it. It scrolls with the page until its end is visible, and
 * then stays.
 */
export function RightRail() {
  const { pathname } = useLocation()
  if (!useIsDesktop()) return null
  return (
    <Suspense
      fallback={
        <RailFrame isBusy isBelow={isSplitPage(pathname)}>
          <Skeleton className="h-64" />
        </RailFrame>
      }
    >
      <RailCards pathname={pathname} />
    </Suspense>
  )
}
