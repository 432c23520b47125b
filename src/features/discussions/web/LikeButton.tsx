import { Heart } from 'lucide-react'
import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { LikeState } from '../contract.ts'

type Props = {
  what: 'post' | 'comment'
  item: { readonly id: string; readonly is_liked: boolean; readonly like_count: number }
  send: (wish: boolean) => Promise<{ data: LikeState }>
  /** Shows a new state: the optimistic one first, then the server's, or the old one after a failure. */
  onSettle: (state: { is_liked: boolean; like_count: number }) => void
  refetch: () => unknown
  failure: string | undefined
}

export function LikeButton({ what, item: { id, is_liked, like_count }, send, onSettle, refetch, failure }: Props) {
  const toggle = useOptimisticToggle({
    id: `like ${what} ${id}`,
    state: { is_liked, like_count },
    wishOf: (state) => state.is_liked,
    predict: (state, wish) => ({
      is_liked: wish,
      like_count: state.like_count + Number(wish) - Number(state.is_liked),
    }),
    show: onSettle,
    send: async (wish) => {
      const { data } = await send(wish)
      return { is_liked: data.is_liked, like_count: data.likes_count }
    },
    refetch,
    onError: () => failure && toast.error(failure),
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
      <Icon icon={Heart} size={small ? 16 : 20} fill={is_liked ? 'currentColor' : 'none'} />
      {like_count}
    </button>
  )
}
