import { useEffect, useState } from 'react'

/** The text as of the last pause of `milliseconds` in typing; empty before the first pause. */
export function useDebouncedValue(text: string, milliseconds = 150): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const waiting = setTimeout(() => setPaused(text), milliseconds)
    return () => clearTimeout(waiting)
  }, [text, milliseconds])
  return paused
}
