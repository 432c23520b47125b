import { useOptimisticToggle } from '../../../shared/web/optimistic-toggle.ts'
import type { StoredCall } from '../../../shared/web/outbox-item.ts'
import { callStored } from '../../../shared/web/stored-call.ts'
import { ReactionButton } from '../../../shared/web/ui/ReactionButton.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import type { LikeState } from '../contract.ts'

type Props = {
  what: 'post' | 'comment'
  item: { readonly id: string; readonly is_liked: boolean; readonly like_count: number }
  toCall: (wish: boolean) => StoredCall<{ data: LikeState }>
  /** The text that is liked, and where it is: for the list of what is not sent yet. */
  text: string
  link: string
  /** Shows a new state: the optimistic one first, then the server's, or the old one after a failure. */
  onSettle: (state: { is_liked: boolean; like_count: number }) => void
  refetch: () => unknown
  failure: string | undefined
}

export function LikeButton({ what, item: { id, is_liked, like_count }, toCall, ...props }: Props) {
  const { text, link, onSettle, refetch, failure } = props
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
      const { data } = await callStored(toCall(wish))
      return { is_liked: data.is_liked, like_count: data.likes_count }
    },
    refetch,
    toStored: (wish) => {
      const title = `${wish ? 'Like' : 'Unlike'} a ${what}`
      return { title, text, link, call: toCall(wish), field: 'data.is_liked', fulfilled: wish, refresh: [] }
    },
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
