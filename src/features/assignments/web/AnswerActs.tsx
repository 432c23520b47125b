import { ThumbsDown, ThumbsUp } from 'lucide'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { ToggleButton } from '../../../shared/web/ui/ToggleButton.tsx'
import type { Answer } from '../contract.ts'
import { AnswerMenu } from './AnswerMenu.tsx'
import { useBest, useVote } from './queries.ts'

const shape = 'justify-center rounded-full desk:min-h-9'

/** Votes, best mark and menu of an answer. Its author sees the number of votes. */
export function AnswerActs({ answer }: { answer: Answer }) {
  const vote = useVote(answer)
  const best = useBest(answer)
  const { can, helpful_votes, user_vote, is_best_answer, author } = answer
  const count = <span className="min-w-5 text-center font-semibold tabular-nums">{helpful_votes}</span>
  return (
    <>
      {can.vote ? (
        <fieldset className="-ml-2.5 inline-flex items-center">
          <legend className="sr-only">Was {author.name}’s answer helpful?</legend>
          <ToggleButton isPressed={user_vote === true} onPress={() => vote(true)} className={shape}>
            <Icon icon={ThumbsUp} size={18} fill={user_vote === true ? 'currentColor' : 'none'} />
            Helpful
          </ToggleButton>
          <span className="sr-only">Helpful votes:</span>
          {count}
          <ToggleButton
            isPressed={user_vote === false}
            onPress={() => vote(false)}
            aria-label="Not helpful"
            title="Not helpful"
            className={shape}
          >
            <Icon icon={ThumbsDown} size={18} fill={user_vote === false ? 'currentColor' : 'none'} />
          </ToggleButton>
        </fieldset>
      ) : (
        <p className="inline-flex min-h-11 items-center gap-1.5 text-soft desk:min-h-9">
          <Icon icon={ThumbsUp} size={18} /> {count} helpful
        </p>
      )}
      {can.mark_best && !is_best_answer && (
        <Button
          variant="ghost"
          className="desk:min-h-9"
          aria-label={`Mark as best: ${author.name}’s answer`}
          pendingLabel={best.isPending && 'Marking...'}
          onClick={() => best.mutate()}
        >
          Mark as best
        </Button>
      )}
      {can.report && <AnswerMenu answer={answer} />}
    </>
  )
}
