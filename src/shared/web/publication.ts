import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { invalidate, type QueryTarget } from './api.ts'

/** Time within which the server publishes an anonymous item. */
const publicationMs = 125_000

/** Reloads the lists once a pending item must have been published. */
export function useRefreshWhenPublished(isPending: boolean | undefined, lists: QueryTarget): void {
  const client = useQueryClient()
  const refresh = useEffectEvent(() => void invalidate(client, lists))
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(refresh, publicationMs)
    return () => clearTimeout(timer)
  }, [isPending])
}
