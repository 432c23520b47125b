import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import { ReactionButton } from '../../../shared/web/ui/ReactionButton.tsx'
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
    onError: (error) => failure && toast.failure(error, failure),
  })
  return (
    <ReactionButton
      isOn={is_liked}
      count={like_count}
      data-like={what === 'post' || undefined}
      word="Like"
      small={what === 'comment'}
      onToggle={() => toggle((isLiked) => !isLiked)}
    />
  )
}
