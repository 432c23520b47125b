import { useCallback } from 'react'

/** Smaller differences are bars of the browser. */
const minKeyboardPx = 100

/**
 * Keeps a fixed layer above the keyboard of a phone, which covers the page and does not shrink it: the foot of a dialog
 * would be below the keyboard. Returns the ref of the layer.
 */
export const useAboveKeyboard = <Layer extends HTMLElement>() =>
  useCallback((layer: Layer | null) => {
    const shown = window.visualViewport
    if (!layer || !shown) return
    const place = () => {
      const covered = innerHeight - shown.height
      const isCovered = shown.scale === 1 && covered > minKeyboardPx // zoomed in, the user moves the part that is shown
      layer.style.top = isCovered ? `${shown.offsetTop}px` : ''
      layer.style.bottom = isCovered ? `${covered - shown.offsetTop}px` : ''
    }
    place()
    shown.addEventListener('resize', place)
    shown.addEventListener('scroll', place)
    return () => {
      shown.removeEventListener('resize', place)
      shown.removeEventListener('scroll', place)
    }
  }, [])
