import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useMediaQuery } from '../../../shared/web/media-query.ts'

const PortraitOverlay = lazyPart(
  () => import('./PortraitOverlay.tsx'),
  () => null,
)

/** A phone that lies on its side: a small window of a computer, or a large zoom, has a fine pointer. */
const sideways = '(width < 1024px) and (orientation: landscape) and (pointer: coarse) and (hover: none)'
const allowedKey = 'landscape'

/** Covers the app on a small device in landscape orientation; the user can continue anyway, until the tab is closed. */
export function PortraitLock() {
  const isSideways = useMediaQuery(sideways)
  const [isAllowed, setIsAllowed] = useState(() => sessionStorage.getItem(allowedKey) !== null)
  if (!isSideways || isAllowed) return null
  return (
    <Suspense>
      <PortraitOverlay
        onAllow={() => {
          sessionStorage.setItem(allowedKey, 'yes')
          setIsAllowed(true)
        }}
      />
    </Suspense>
  )
}
