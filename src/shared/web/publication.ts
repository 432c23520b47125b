import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invalidate } from './api.ts'

/** Time within which the server publishes an anonymous item. */
const publicationMs = 125_000

/** Reloads the lists of a path once a pending item must have been published. */
export function useRefreshWhenPublished(isPending: boolean | undefined, path: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => void invalidate(client, path), publicationMs)
    return () => clearTimeout(timer)
  }, [client, isPending, path])
}
