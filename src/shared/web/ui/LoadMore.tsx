import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './Button.tsx'

type Props = {
  label: string
  /** The result of useInfiniteQuery. */
  list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    fetchNextPage(): unknown
  }
}

/** A button for the next page of a list, which also loads it when it becomes visible; not after a failure. */
export function LoadMore({ label, list }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = list
  const end = useRef<HTMLDivElement>(null)
  const fetchMore = useEffectEvent(() => void list.fetchNextPage())
  const isReady = hasNextPage && !isFetchingNextPage && !isFetchNextPageError

  useEffect(() => {
    if (!end.current || !isReady) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && fetchMore(), {
      rootMargin: '600px',
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [isReady])

  if (!hasNextPage) return null
  return (
    <div ref={end} className="flex justify-center py-6">
      <Button onClick={() => void list.fetchNextPage()} pendingLabel={isFetchingNextPage && 'Loading...'}>
        {label}
      </Button>
    </div>
  )
}
