import { Trophy } from 'lucide'
import { Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { NewItems } from '../../../shared/web/ui/NewItems.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { LazySuggestedPeople } from '../../people/web/LazySuggestedPeople.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { HelpTools } from './HelpTools.tsx'
import { QuestionCards } from './QuestionCards.tsx'
import { toQuestions, useAnswerable, useQuestions } from './queries.ts'
import { type HelpView, useHelpView } from './url-state.ts'

const AskForm = lazyPart(() => import('./AskForm.tsx'))
const QuestionDialog = lazyPart(() => import('./QuestionDialog.tsx'))
const QuestionPane = lazyPart(() => import('./QuestionPane.tsx'))
const Leaderboard = lazyPart(() => import('./Leaderboard.tsx'))

const split =
  'desk:grid desk:grid-cols-[320px_minmax(0,1fr)] desk:items-start desk:gap-4 @[56rem]:grid-cols-[420px_minmax(0,1fr)]'

/** Questions and answers about coursework; on a desktop the open question is beside the list. */
export default function AssignmentHelpPage() {
  const me = useMe()
  const view = useHelpView()
  const isDesk = useIsDesktop()
  const list = useQuestions(view)
  const isPlain = !view.isNarrowed && view.sort === 'newest'
  const suggested = useAnswerable(isPlain)
  const answerable = (isPlain && suggested.data?.data) || []
  const questions = list.questions.filter(({ id }) => !answerable.some((question) => question.id === id))
  const isPending = list.isPending || suggested.isLoading // together: neither pushes the other down
  const open = view.question ?? (isDesk && !isPending ? (answerable[0] ?? questions[0])?.id : undefined)
  const isEmpty = list.isSuccess && list.questions.length === 0 && !view.isNarrowed
  const [isAsking, ask] = useCreateDialog()
  const openBoard = () => view.change({ board: 'open' })
  const trophy = <Icon icon={Trophy} />
  return (
    <Page
      title="Assignment Help"
      subtitle={me.school}
      action={!isEmpty && <Button onClick={openBoard}>{trophy}Leaderboard</Button>}
      barAction={
        !isEmpty && (
          <IconButton label="Leaderboard" onClick={openBoard} className="size-[min(2.75rem,12vw)]">
            {trophy}
          </IconButton>
        )
      }
      create={{ label: 'Ask for Help', onPress: () => ask(true), onIntent: AskForm.preload }}
    >
      {!isEmpty && <HelpTools view={view} />}
      <NewItems list={toQuestions(view)} noun="new question" problem="Failed to load assignments" />
      <div className="@container">
        <div className={isPending || open ? split : ''}>
          <div className="min-w-0">
            {isPending && <Skeletons />}
            {list.isError && (
              <ErrorState
                title="Something went wrong"
                text="Failed to load assignments"
                error={list.error}
                onRetry={() => void list.refetch()}
              />
            )}
            {list.isSuccess && list.questions.length === 0 && <Nothing view={view} onAsk={() => ask(true)} />}
            {!isPending && (
              <>
                {answerable.length > 0 && (
                  <div className="desk:pb-5">
                    <QuestionCards
                      title="You could answer these"
                      isTitled
                      questions={answerable}
                      view={view}
                      open={open}
                    />
                  </div>
                )}
                {questions.length > 0 && (
                  <QuestionCards
                    title="Questions"
                    isTitled={answerable.length > 0}
                    questions={questions}
                    view={view}
                    open={open}
                    hasSponsors
                  />
                )}
                <LoadMore label="Load More Questions" list={list} />
              </>
            )}
          </div>
          {isDesk && open && (
            <Suspense fallback={<Skeleton className="h-80" />}>
              <QuestionPane
                key={`${open} ${open === view.question}`}
                id={open}
                isChosen={open === view.question}
                view={view}
              />
            </Suspense>
          )}
        </div>
      </div>
      <Suspense>
        {isAsking && <AskForm onClose={() => ask(false)} onMade={(question) => view.change({ question })} />}
        {!isDesk && view.question && <QuestionDialog key={view.question} id={view.question} view={view} />}
        {view.board && <Leaderboard onClose={() => view.change({ board: undefined })} />}
      </Suspense>
    </Page>
  )
}

const Skeletons = () => (
  <div role="status" aria-label="Loading questions" className="desk:space-y-4">
    {[1, 2, 3, 4].map((index) => (
      <div key={index} className="card p-4.5">
        <Skeleton className="h-6 w-3/4" />
        <Skeleton className="mt-3 h-4 w-2/5" />
        <Skeleton className="mt-3 h-22" />
      </div>
    ))}
  </div>
)

function Nothing({ view, onAsk }: { view: HelpView; onAsk: () => void }) {
  return (
    <EmptyState
      illustration={<LawnIllustration />}
      title="No assignments found"
      text={
        view.isNarrowed
          ? 'Try another search or remove a filter.'
          : 'Stuck on something? Someone here has been through it.'
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {view.isNarrowed && <Button onClick={view.reset}>Clear filters</Button>}
          <Button variant="primary" onClick={onAsk}>
            Ask First Question
          </Button>
        </div>
      }
      suggestions={!view.isNarrowed && <LazySuggestedPeople />}
    />
  )
}
