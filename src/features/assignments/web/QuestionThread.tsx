import { type RefObject, Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { MediaGrid } from '../../media/web/MediaGrid.tsx'
import { Byline } from '../../people/web/Byline.tsx'
import type { Assignment } from '../contract.ts'
import { AnswerItem } from './AnswerItem.tsx'
import { Facts } from './Facts.tsx'
import { counted } from './labels.ts'
import { useAnswers } from './queries.ts'
import { Rich } from './Rich.tsx'
import type { HelpView } from './url-state.ts'

const AnswerField = lazyPart(() => import('./AnswerField.tsx'))
const AnswerDialog = lazyPart(() => import('./AnswerDialog.tsx'))

type Props = {
  assignment: Assignment
  view: HelpView
  /** Whether the answer field ends the thread. */
  hasField: boolean
  /** Whether the field takes the focus when its code has loaded. */
  autoFocus: boolean
  /** Focuses the field, once it is loaded. */
  focusAnswer: RefObject<(() => void) | undefined>
}

/** A question, its answers, and the field for another one. */
export function QuestionThread({ assignment, view, hasField, autoFocus, focusAnswer }: Props) {
  return (
    <>
      <Question assignment={assignment} />
      <Answers assignment={assignment} view={view} />
      {hasField && (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <AnswerField
            assignment={assignment}
            autoFocus={autoFocus}
            onReady={(focus) => {
              focusAnswer.current = focus
            }}
          />
        </Suspense>
      )}
    </>
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
      <Rich text={assignment.description} className="mt-3 text-body" whole />
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
        <p className="mt-2 mb-4 text-soft">No answers yet. Know where to start?</p>
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
