import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { DetailDialog } from '../../../shared/web/ui/DetailDialog.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import type { Assignment } from '../contract.ts'
import type { answerState } from './AnswerButton.tsx'
import { AnswerItem } from './AnswerItem.tsx'
import { AssignmentMenu } from './AssignmentMenu.tsx'
import { Facts } from './Facts.tsx'
import { counted } from './labels.ts'
import { useAnswers, useQuestion } from './queries.ts'
import { Rich } from './Rich.tsx'
import type { HelpView } from './url-state.ts'

const AnswerField = lazyPart(() => import('./AnswerField.tsx'))
const AnswerDialog = lazyPart(() => import('./AnswerDialog.tsx'))

/** A question with its answers, over the page that opened it. */
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
      goneText="It may have been deleted, or it belongs to another school."
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
        <>
          <Question assignment={assignment} />
          <Answers assignment={assignment} view={view} />
          <Suspense fallback={<Skeleton className="h-32" />}>
            <AnswerField
              assignment={assignment}
              autoFocus={wantsAnswer}
              onReady={(focus) => {
                focusAnswer.current = focus
              }}
            />
          </Suspense>
        </>
      )}
    </DetailDialog>
  )
}

function Question({ assignment }: { assignment: Assignment }) {
  return (
    <>
      <div className="flex items-start gap-3">
        <Byline
          author={assignment.author}
          time={assignment.created_at}
          note={assignment.edited_at === null ? undefined : 'edited'}
        />
      </div>
      <Facts assignment={assignment} />
      <Rich text={assignment.description} className="mt-3 text-body" />
      <MediaGrid media={assignment.media} />
    </>
  )
}

function Answers({ assignment, view }: { assignment: Assignment; view: HelpView }) {
  const list = useAnswers(assignment.id)
  const open = list.answers.find(({ id }) => id === view.answer)
  return (
    <section aria-labelledby="answers" className="mt-6">
      <h3 id="answers" className="text-card">
        {assignment.answers_count === 0 ? 'Answers' : counted(assignment.answers_count, 'Answer')}
      </h3>
      {list.isPending && <Skeleton className="mt-3 h-28" />}
      {list.isError && (
        <ErrorState text="Failed to load answers" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.answers.length === 0 && (
        <p className="mt-2 text-soft">No answers yet. Know where to start?</p>
      )}
      <ul className="divide-y divide-line">
        {list.answers.map((answer) => (
          <li key={answer.id} className="py-4">
            <AnswerItem answer={answer} onOpen={() => view.change({ answer: answer.id })} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button pendingLabel={list.isFetchingNextPage && 'Loading...'} onClick={() => void list.fetchNextPage()}>
          Load more answers
        </Button>
      )}
      {open && (
        <Suspense>
          <AnswerDialog answer={open} onClose={() => view.change({ answer: undefined })} />
        </Suspense>
      )}
    </section>
  )
}
