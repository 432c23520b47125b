import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, queryKeyFor } from '../../../shared/web/api.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { NewItemsButton } from '../../../shared/web/ui/NewItems.tsx'
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
  return <NewItemsButton count={count} noun="new post" isPending={isPending} onPress={mutate} />
}
