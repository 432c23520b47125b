import { useSyncExternalStore } from 'react'
import { useLiveEvent } from '../../../shared/web/live.ts'

/** Ids of posts that were published since the feed was loaded. They survive a visit to another page. */
let ids: readonly string[] = []
const changes = new EventTarget()
const maxIds = 100

export function setNewPosts(next: readonly string[]): void {
  ids = next.slice(-maxIds)
  changes.dispatchEvent(new Event('change'))
}

/** Collects the ids of new posts. */
export const useNewPostEvents = (): void => useLiveEvent('post.created', ({ id }) => setNewPosts([...ids, id]))

export const useNewPosts = (): readonly string[] =>
  useSyncExternalStore(
    (changed) => {
      changes.addEventListener('change', changed)
      return () => changes.removeEventListener('change', changed)
    },
    () => ids,
  )
