import { useQueryClient } from '@tanstack/react-query'
import { Heart } from 'lucide-react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import type { comments, posts } from '../contract.ts'

type Props = {
  what: 'post' | 'comment'
  liked: { readonly id: string; readonly is_liked: boolean; readonly like_count: number }
  /** Shows a new state: the optimistic one first, then the server's, or the old one after a failure. */
  onSettle: (isLiked: boolean, count: number) => void
}

export function LikeButton({ what, liked: { id, is_liked, like_count }, onSettle }: Props) {
  const client = useQueryClient()
  const toggle = useOptimisticToggle({
    id: `like ${what} ${id}`,
    state: { isLiked: is_liked, count: like_count },
    wishOf: ({ isLiked }) => isLiked,
    predict: ({ isLiked, count }, wish) => ({ isLiked: wish, count: count + Number(wish) - Number(isLiked) }),
    show: ({ isLiked, count }) => onSettle(isLiked, count),
    send: async (wish) => {
      const { data } = await send(what, wish, id)
      return { isLiked: data.is_liked, count: data.likes_count }
    },
    refetch: async () => {
      if (what === 'comment') return invalidate(client, '/api/posts/:id/comments')
      // Reloads this post only: reloading the whole feed would move content under the user's finger.
      const found = await call<typeof posts.show>('GET /api/posts/:id', { params: { id } }).catch(() => undefined)
      if (found) onSettle(found.data.is_liked, found.data.like_count)
    },
  })
  const small = what === 'comment'
  return (
    <button
      type="button"
      aria-pressed={is_liked}
      aria-label={`Like, ${like_count} ${like_count === 1 ? 'like' : 'likes'}`}
      onClick={() => toggle((isLiked) => !isLiked)}
      className={`inline-flex min-w-11 items-center gap-2 rounded-full px-2.5 tabular-nums transition-colors duration-150 hover:bg-sunken ${small ? 'min-h-8 text-small' : 'min-h-11'} ${is_liked ? 'text-brick' : 'text-soft hover:text-ink'}`}
    >
      <Heart size={small ? 16 : 20} strokeWidth={1.75} fill={is_liked ? 'currentColor' : 'none'} />
      {like_count}
    </button>
  )
}

function send(what: 'post' | 'comment', like: boolean, id: string) {
  const ask = { params: { id } }
  if (what === 'post') {
    return like
      ? call<typeof posts.like>('POST /api/posts/:id/like', ask)
      : call<typeof posts.unlike>('DELETE /api/posts/:id/like', ask)
  }
  return like
    ? call<typeof comments.like>('POST /api/comments/:id/like', ask)
    : call<typeof comments.unlike>('DELETE /api/comments/:id/like', ask)
}
