import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import type { answerState } from './AnswerButton.tsx'
import { AssignmentMenu } from './AssignmentMenu.tsx'
import { goneText } from './labels.ts'
import { QuestionThread } from './QuestionThread.tsx'
import { useQuestion } from './queries.ts'
import type { HelpView } from './url-state.ts'

type Props = {
  id: string
  /** Whether the user opened it; otherwise it is the first one of the list, without the code of a form. */
  isChosen: boolean
  view: HelpView
}

/** The open question with its answers, beside the list of a desktop. */
export default function QuestionPane({ id, isChosen, view }: Props) {
  const { data, isPending, error, refetch } = useQuestion(id)
  const assignment = data?.data
  const isGone = isNotFound(error)
  const { state, key } = useLocation()
  const wantsAnswer = isChosen && (state as Partial<typeof answerState> | null)?.answer === true
  const [hasField, setHasField] = useState(isChosen)
  const focusAnswer = useRef<() => void>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)

  const arrive = useEffectEvent(() => {
    if (wantsAnswer) focusAnswer.current?.()
    else if (!document.activeElement?.closest('input, textarea, [role=dialog]'))
      heading.current?.focus({ preventScroll: true })
  })
  const isReady = isChosen && !isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: again when the open question is opened from its card
  useEffect(() => {
    if (isReady) arrive()
  }, [isReady, key])

  return (
    <section
      data-pane
      aria-label={assignment?.title ?? 'Question'}
      aria-busy={isPending}
      className="card sticky top-19 flex max-h-[calc(100dvh-5.75rem)] min-h-80 min-w-0 flex-col"
    >
      <header className="flex items-start gap-2 border-b border-line py-3 pr-3 pl-5">
        <h2
          ref={heading}
          tabIndex={-1}
          dir="auto"
          className={`min-w-0 flex-1 self-center text-[1.25rem] leading-snug wrap-anywhere ${assignment || isGone ? '' : 'sr-only'}`}
        >
          {assignment?.title ?? (isGone ? 'Question not found' : 'Question')}
        </h2>
        {assignment && (
          <>
            <AssignmentMenu
              assignment={assignment}
              onGone={() => view.change({ question: undefined, answer: undefined })}
            />
            <Button
              aria-label={`Answer ${assignment.title}`}
              onClick={() => {
                if (focusAnswer.current) focusAnswer.current()
                else setHasField(true)
              }}
            >
              Answer
            </Button>
          </>
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-3 pb-5">
        {isPending && <Skeleton className="h-56" />}
        {isGone && <p className="text-soft">{goneText}</p>}
        {error && !isGone && (
          <ErrorState bare text="Something went wrong" error={error} onRetry={() => void refetch()} />
        )}
        {assignment && (
          <QuestionThread
            assignment={assignment}
            view={view}
            hasField={hasField}
            autoFocus={wantsAnswer || !isChosen}
            focusAnswer={focusAnswer}
          />
        )}
      </div>
    </section>
  )
}
