import { Trophy } from 'lucide-react'
import { Fragment, Suspense } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { AssignmentCard } from './AssignmentCard.tsx'
import { HelpTools } from './HelpTools.tsx'
import { useQuestions } from './queries.ts'
import { type HelpView, useHelpView } from './url-state.ts'

const AskForm = lazyPart(() => import('./AskForm.tsx'))
const QuestionDialog = lazyPart(() => import('./QuestionDialog.tsx'))
const Leaderboard = lazyPart(() => import('./Leaderboard.tsx'))

const grid = 'desk:grid desk:gap-4 wide:grid-cols-2'

/** Questions and answers about coursework. */
export default function AssignmentHelpPage() {
  const me = useMe()
  const view = useHelpView()
  const list = useQuestions(view)
  const [isAsking, ask] = useCreateDialog()
  const openBoard = () => view.change({ board: 'open' })
  const trophy = <Icon icon={Trophy} />
  return (
    <Page
      title="Assignment Help"
      subtitle={me.school}
      action={<Button onClick={openBoard}>{trophy}Leaderboard</Button>}
      barAction={
        <IconButton label="Leaderboard" onClick={openBoard} className="size-[min(2.75rem,12vw)]">
          {trophy}
        </IconButton>
      }
      create={{ label: 'Ask for Help', onPress: () => ask(true), onIntent: AskForm.preload }}
    >
      <HelpTools view={view} />
      {list.isPending && <Skeletons />}
      {list.isError && (
        <ErrorState
          title="Something went wrong"
          text="Failed to load assignments"
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && list.questions.length === 0 && <Nothing view={view} onAsk={() => ask(true)} />}
      <ul aria-label="Questions" className={grid}>
        {list.questions.map((assignment, index) => (
          <Fragment key={assignment.id}>
            <li className="min-w-0">
              <AssignmentCard assignment={assignment} to={view.linkTo({ question: assignment.id })} />
            </li>
            <SponsoredItem index={index} className="col-span-full" />
          </Fragment>
        ))}
      </ul>
      <LoadMore label="Load More Questions" list={list} />
      <Suspense>
        {isAsking && <AskForm onClose={() => ask(false)} onMade={(question) => view.change({ question })} />}
        {view.question && <QuestionDialog key={view.question} id={view.question} view={view} />}
        {view.board && <Leaderboard onClose={() => view.change({ board: undefined })} />}
      </Suspense>
    </Page>
  )
}

const Skeletons = () => (
  <div
    role="status"
    aria-label="Loading questions"
    className="grid gap-3 px-4 pt-3 desk:gap-4 desk:p-0 wide:grid-cols-2"
  >
    {[1, 2, 3, 4].map((index) => (
      <Skeleton key={index} className="h-64" />
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
    />
  )
}
