import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useMediaQuery } from '../../../shared/web/media-query.ts'

const PortraitOverlay = lazyPart(
  () => import('./PortraitOverlay.tsx'),
  () => null,
)

/** Covers the app on a small device in landscape orientation; the user can continue anyway. */
export function PortraitLock() {
  const isLandscape = useMediaQuery('(width < 1024px) and (orientation: landscape)')
  const [isAllowed, setIsAllowed] = useState(false)
  if (!isLandscape || isAllowed) return null
  return (
    <Suspense>
      <PortraitOverlay onAllow={() => setIsAllowed(true)} />
    </Suspense>
  )
}
