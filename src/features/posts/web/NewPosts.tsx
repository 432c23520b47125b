import { useMutation, useQueryClient } from '@tanstack/react-query'
import { plural } from '../../../shared/plural.ts'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { postsApi } from '../contract.gen.ts'
import { setNewPosts, useNewPosts } from './new-posts.ts'

const wholeFeed = { query: { filter: 'all', search: '' } } as const

/** "3 new posts", over the feed. Nothing moves until it is pressed: then the feed begins with them, at its top. */
export default function NewPosts() {
  const client = useQueryClient()
  const ids = useNewPosts()
  const { items } = useInfiniteList(postsApi.feed, wholeFeed, { enabled: false })
  const shown = new Set(items.map(({ id }) => id))
  const count = ids.filter((id) => !shown.has(id)).length
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(postsApi.feed, wholeFeed),
    onSuccess: (page) => {
      client.setQueryData(queryKeyFor(postsApi.feed, wholeFeed), { pages: [page], pageParams: [{}] })
      setNewPosts([])
      scrollTo(0, 0)
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    },
    onError: (error) => toast.failure(error, 'We couldn’t load your feed.'),
  })
  return (
    <div
      role="status"
      className="pointer-events-none sticky top-[calc(7rem+env(safe-area-inset-top))] z-20 flex h-0 justify-center desk:top-18"
    >
      {count > 0 && (
        <Button
          variant="primary"
          pendingLabel={isPending && 'Loading...'}
          onClick={() => mutate()}
          className="pointer-events-auto mt-2 self-start shadow-lifted"
        >
          {plural(count, 'new post')}
        </Button>
      )}
    </div>
  )
}
