import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from './api.ts'

/** Milliseconds within which the server publishes an anonymous item. */
const publicationMs = 125_000

/** Loads the lists of a path again once an item that only its author sees must have been published. */
export function useRefreshWhenPublished(isPending: boolean | undefined, path: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => void invalidate(client, path), publicationMs)
    return () => clearTimeout(timer)
  }, [client, isPending, path])
}
