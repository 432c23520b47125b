import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { DetailDialog } from '../../../shared/web/ui/DetailDialog.tsx'
import type { answerState } from './AnswerButton.tsx'
import { AssignmentMenu } from './AssignmentMenu.tsx'
import { goneText } from './labels.ts'
import { QuestionThread } from './QuestionThread.tsx'
import { useQuestion } from './queries.ts'
import type { HelpView } from './url-state.ts'

/** A question with its answers, over the list; on a desktop it is beside the list. */
export default function QuestionDialog({ id, view }: { id: string; view: HelpView }) {
  const { data, isPending, error, refetch } = useQuestion(id)
  const assignment = data?.data
  const focusAnswer = useRef<() => void>(undefined)
  const { state } = useLocation()
  const [wantsAnswer] = useState((state as Partial<typeof answerState> | null)?.answer === true)
  const close = () => view.change({ question: undefined, answer: undefined })
  return (
    <DetailDialog
      onClose={close}
      what="Question"
      title={assignment?.title}
      item={assignment}
      isPending={isPending}
      error={error}
      onRetry={() => void refetch()}
      goneText={goneText}
      failureText="Something went wrong"
      actions={(assignment) => (
        <>
          <span className="mr-auto flex items-center">
            <AssignmentMenu assignment={assignment} className="-ml-2" onGone={close} />
          </span>
          <Button aria-label={`Answer ${assignment.title}`} onClick={() => focusAnswer.current?.()}>
            Answer
          </Button>
        </>
      )}
    >
      {(assignment) => (
        <QuestionThread
          assignment={assignment}
          view={view}
          hasField
          autoFocus={wantsAnswer}
          focusAnswer={focusAnswer}
        />
      )}
    </DetailDialog>
  )
}
