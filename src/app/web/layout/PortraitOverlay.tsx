import { useEffect } from 'react'

/** Covers the page and asks to rotate the device. */
export default function PortraitOverlay({ onAllow }: { onAllow: () => void }) {
  useEffect(() => {
    const { overflow } = document.documentElement.style
    document.documentElement.style.overflow = 'hidden'
    const screenLock = screen.orientation as ScreenOrientation & { lock?: (to: 'portrait') => Promise<void> }
    screenLock?.lock?.('portrait').catch(() => {}) // only supported in some browsers and full-screen apps
    return () => {
      document.documentElement.style.overflow = overflow
    }
  }, [])
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
        onClick={onAllow}
        className="mt-6 min-h-11 rounded-control border border-white px-4 font-medium focus-visible:outline-white"
      >
        Keep using landscape
      </button>
    </div>
  )
}
