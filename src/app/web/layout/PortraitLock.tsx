import { useEffect, useState } from 'react'
import { useMediaQuery } from '../../../shared/web/media-query.ts'

/** Covers the app on a small device in landscape orientation; the user can continue anyway. */
export function PortraitLock() {
  const sideways = useMediaQuery('(width < 1024px) and (orientation: landscape)')
  const [allowed, setAllowed] = useState(false)
  const locked = sideways && !allowed

  useEffect(() => {
    if (!locked) return
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    const screenLock = screen.orientation as ScreenOrientation & { lock?: (to: 'portrait') => Promise<void> }
    screenLock?.lock?.('portrait').catch(() => {}) // only supported in some browsers and full-screen apps
    return () => {
      document.documentElement.style.overflow = overflow
    }
  }, [locked])

  if (!locked) return null
  return (
    <div
      role="alertdialog"
      aria-modal
      aria-labelledby="portrait-title"
      className="fixed inset-0 z-70 flex flex-col items-center justify-center bg-black p-6 text-center text-white"
    >
      <h2 id="portrait-title" className="text-title">
        SCREEN LOCKED
      </h2>
      <p className="mt-2 font-semibold">Portrait Mode Required</p>
      <p className="mt-1">Rotate to portrait mode to unlock</p>
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the only control of a screen that covers everything
        autoFocus
        onClick={() => setAllowed(true)}
        className="mt-6 min-h-11 rounded-control border border-white px-4 font-medium focus-visible:outline-white"
      >
        Keep using landscape
      </button>
    </div>
  )
}
