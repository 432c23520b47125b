import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './Button.tsx'

type Props = {
  label: string
  /** As TanStack Query gives it. */
  list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    fetchNextPage(): unknown
  }
}

/** While a list goes on: a button for its next page, which also presses itself when it comes into view; after a failure it waits. */
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
