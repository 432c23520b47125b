import { useEffect, useRef } from 'react'
import { Button } from './Button.tsx'

type Props = { label: string; busy: boolean; failed: boolean; onMore: () => void }

/** A button for the next page, which also presses itself when it comes into view; after a failure it waits. */
export function LoadMore({ label, busy, failed, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore

  useEffect(() => {
    if (!end.current || busy || failed) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && more.current(), {
      rootMargin: '600px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [busy, failed])

  return (
    <div ref={end} className="flex justify-center py-6">
      <Button onClick={onMore} busy={busy && 'Loading...'}>
        {label}
      </Button>
    </div>
  )
}
