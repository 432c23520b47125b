import { useEffect, useState } from 'react'

/** Milliseconds without a keystroke after which what is typed is looked for. */
const pause = 150

/** A text as it was when its person last paused. */
export function usePaused(text: string): string {
  const [paused, settle] = useState(text)
  useEffect(() => {
    const waiting = setTimeout(() => settle(text), pause)
    return () => clearTimeout(waiting)
  }, [text])
  return paused
}
