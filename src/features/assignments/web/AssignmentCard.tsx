import { MessageCircle } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import type { Assignment } from '../contract.ts'
import { AnswerButton } from './AnswerButton.tsx'
import { AssignmentMenu } from './AssignmentMenu.tsx'
import { Facts } from './Facts.tsx'
import { counted } from './labels.ts'
import { Previews } from './Previews.tsx'
import { Rich } from './Rich.tsx'

type Props = {
  assignment: Assignment
  to: string
  /** Whether it is the question beside the list. */
  isOpen: boolean
}

/** One question of the list. */
export function AssignmentCard({ assignment, to, isOpen }: Props) {
  const { title, description, author, created_at, answers_count, solved } = assignment
  const needsAnswer = answers_count === 0 && !solved
  const status = solved ? 'border-l-brand!' : needsAnswer ? 'border-l-brick!' : 'border-l-line!'
  return (
    <article
      aria-label={title}
      className={`card flex h-full min-w-0 flex-col border-l-3! px-4.5 pt-3 pb-2 desk:rounded-card ${status} ${isOpen ? 'ring-2 ring-brand' : ''}`}
    >
      <div className="flex items-start gap-3">
        <h3 className="min-w-0 flex-1 pt-1 text-lg leading-snug">
          <Link
            to={to}
            dir="auto"
            preventScrollReset
            aria-current={isOpen ? 'true' : undefined}
            className="line-clamp-3 wrap-anywhere hover:underline"
          >
            {title}
          </Link>
        </h3>
        <AssignmentMenu assignment={assignment} className="-mt-1 -mr-2.5" />
      </div>
      <div className="mt-1.5 flex items-center gap-2.5 text-small">
        <Byline author={author} time={created_at} />
      </div>
      <Facts assignment={assignment} />
      <div className="relative mt-2 max-h-29 overflow-hidden mask-[linear-gradient(black_6rem,transparent_7.25rem)]">
        <Rich text={description} preview className="min-h-10 text-soft" />
      </div>
      <Previews media={assignment.media} max={4} more={(count) => `+${count} more`} />
      <div className="mt-auto flex items-center gap-2 pt-2">
        <Link
          to={to}
          preventScrollReset
          aria-label={needsAnswer ? `Needs an answer: ${title}` : `${counted(answers_count, 'answer')} to ${title}`}
          className="-ml-2 inline-flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-full px-2 text-soft tabular-nums hover:text-ink"
        >
          <Icon icon={MessageCircle} />
          {needsAnswer ? (
            <span className="font-medium text-brick">Needs an answer</span>
          ) : (
            counted(answers_count, 'answer')
          )}
        </Link>
        <AnswerButton assignment={assignment} to={to} />
      </div>
    </article>
  )
}
