import { useEffect, useState } from 'react'

/** A text as it was when its person last paused for so many milliseconds; empty until they first have. */
export function useDebouncedValue(text: string, milliseconds = 150): string {
  const [paused, settle] = useState('')
  useEffect(() => {
    const waiting = setTimeout(() => settle(text), milliseconds)
    return () => clearTimeout(waiting)
  }, [text, milliseconds])
  return paused
}
