import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { plural } from '../../plural.ts'
import { type Item, type Page, type PagedQuery, usePages } from '../data/infinite-list.ts'
import { Button } from './Button.tsx'
import { toast } from './toasts.tsx'

/** A list that was read later than this is not looked at again. */
const minAgeMs = 10_000

type ButtonProps = { count: number; noun: string; isPending: boolean; onPress: () => void }

/** "3 new posts", over a list. Nothing moves until it is pressed. */
export const NewItemsButton = ({ count, noun, isPending, onPress }: ButtonProps) => (
  <div
    role="status"
    className="pointer-events-none sticky top-[calc(7rem+env(safe-area-inset-top))] z-20 flex h-0 justify-center desk:top-18"
  >
    {count > 0 && (
      <Button
        variant="primary"
        pendingLabel={isPending && 'Loading...'}
        onClick={onPress}
        className="pointer-events-auto mt-2 self-start shadow-lifted"
      >
        {plural(count, noun)}
      </Button>
    )}
  </div>
)

type Props<P> = { list: PagedQuery<P>; noun: string; problem: string }

/** Counts what a list in the cache lacks when the user returns to it, and shows it at the top on request. */
export function NewItems<P extends Page>({ list, noun, problem }: Props<P>) {
  const client = useQueryClient()
  const { items, hasNextPage, dataUpdatedAt } = usePages(list, { enabled: false })
  const [mountedAt] = useState(Date.now)
  const seenAt = Math.max(mountedAt, useVisibleSince())
  const fresh = useQuery({
    queryKey: ['newest', seenAt, ...list.queryKey],
    queryFn: ({ signal }) => list.load({}, signal),
    enabled: dataUpdatedAt > 0 && seenAt - dataUpdatedAt > minAgeMs,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: () => list.load({}, AbortSignal.timeout(30_000)),
    onSuccess: (page) => {
      client.setQueryData(list.queryKey, { pages: [page], pageParams: [{}] })
      scrollTo(0, 0)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    },
    onError: (error) => toast.failure(error, problem),
  })
  const count = countNew(items, fresh.data?.data ?? [], hasNextPage)
  return <NewItemsButton count={count} noun={noun} isPending={isPending} onPress={mutate} />
}

/** What follows the last known item of a page may have moved up from the next one. */
function countNew(items: readonly Item[], page: readonly Item[], hasNextPage: boolean): number {
  const known = new Set(items.map(({ id }) => id))
  const end = hasNextPage ? page.findLastIndex(({ id }) => known.has(id)) : page.length
  return page.slice(0, Math.max(0, end)).filter(({ id }) => !known.has(id)).length
}

let visibleSince = 0

/** When the user last returned to this tab of the browser. */
const useVisibleSince = (): number =>
  useSyncExternalStore(
    (changed) => {
      const see = () => {
        if (document.visibilityState === 'visible') visibleSince = Date.now()
        changed()
      }
      document.addEventListener('visibilitychange', see)
      return () => document.removeEventListener('visibilitychange', see)
    },
    () => visibleSince,
  )
