import { Check } from 'lucide'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { GroupPost } from '../contract.ts'
import { useVote } from './queries.ts'

/** The options with vote counts and the viewer's vote, which can be changed. */
export function Poll({ post }: { post: GroupPost }) {
  const vote = useVote(post)
  const total = post.poll_options.reduce((sum, { votes }) => sum + votes, 0)
  return (
    <fieldset className="mt-3" disabled={!post.can.vote || vote.isPending}>
      <legend className="sr-only">Poll</legend>
      <ul className="space-y-2">
        {post.poll_options.map(({ text, votes }, index) => {
          const share = total === 0 ? 0 : Math.round((votes * 100) / total)
          const isMine = post.user_vote === index
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the options of a poll never change places
            <li key={index}>
              <button
                type="button"
                aria-pressed={isMine}
                onClick={() => vote.mutate(index)}
                className="relative flex min-h-11 w-full items-center gap-3 overflow-hidden rounded-control bg-sunken px-3.5 py-2 text-left transition-colors enabled:hover:bg-line/60"
              >
                <span
                  aria-hidden
                  className="absolute inset-y-0 left-0 bg-brand-soft transition-[width] duration-200"
                  style={{ width: `${share}%` }}
                />
                <span
                  dir="auto"
                  className={`relative min-w-0 flex-1 wrap-anywhere ${isMine ? 'font-semibold text-brand' : ''}`}
                >
                  {text}
                </span>
                {isMine && <Icon icon={Check} size={18} strokeWidth={2} className="relative shrink-0 text-brand" />}
                <span className="sr-only">, {formatVotes(votes)}, </span>
                <span className="relative shrink-0 text-small text-ink tabular-nums">{share}%</span>
              </button>
            </li>
          )
        })}
      </ul>
      <p className="mt-1.5 text-small text-soft tabular-nums">
        {formatVotes(total)}
        {post.can.vote ? (post.user_vote === null ? '' : ' · You can change your vote') : ' · Members can vote'}
      </p>
    </fieldset>
  )
}

const formatVotes = (count: number) => `${count} ${count === 1 ? 'vote' : 'votes'}`
