import { Fragment, Suspense } from 'react'
import { userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { MailIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { NewItems } from '../../../shared/web/ui/NewItems.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState } from '../../../shared/web/ui/states.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import { PostSkeleton } from '../../discussions/web/PostSkeleton.tsx'
import { isAboutMe } from '../../people/web/about-me.tsx'
import { ItemFilter } from '../../people/web/ItemFilter.tsx'
import { LazySuggestedPeople } from '../../people/web/LazySuggestedPeople.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { ConfessionCard } from './ConfessionCard.tsx'
import { ConfessionTools } from './ConfessionTools.tsx'
import { toConfessions, useConfessions } from './queries.ts'
import { type ConfessionsView, useConfessionsView } from './url-state.ts'

const Composer = lazyPart(() => import('./Composer.tsx'))

/** Anonymous confessions of students, unless the school has none. */
export default function ConfessionsPage() {
  const me = useMe()
  if (me.confessions_mode !== 'off') return <Confessions school={me.school} />
  return (
    <Page title="Confessions" subtitle={me.school}>
      <EmptyState illustration={<MailIllustration />} title="Your school does not have confessions" />
    </Page>
  )
}

function Confessions({ school }: { school: string }) {
  const me = useMe()
  const view = useConfessionsView()
  const list = useConfessions(view)
  const [isConfessing, confess] = useCreateDialog()
  const isEmpty = list.isSuccess && list.confessions.length === 0 && !view.isNarrowed
  return (
    <Page
      title="Confessions"
      subtitle={school}
      create={{ label: 'Confess', onPress: () => confess(true), onIntent: Composer.preload }}
    >
      {!isEmpty && <ConfessionTools view={view} />}
      <NewItems list={toConfessions(view)} noun="new confession" problem="Failed to load confessions" />
      {list.isPending && <PostSkeleton count={3} label="Loading confessions" />}
      {list.isError && (
        <ErrorState
          text={userMessage(list.error, 'Failed to load confessions', { statuses: 'all' })}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isSuccess && list.confessions.length === 0 && <Nothing view={view} onConfess={() => confess(true)} />}
      <ul aria-label="Confessions" className="desk:space-y-4">
        {list.confessions.map((confession, index) => (
          <Fragment key={confession.id}>
            <li className="empty:hidden">
              <ItemFilter
                place="confessions"
                text={confession.content}
                item={confession}
                author={null}
                isAuthor={confession.is_author}
              >
                <ConfessionCard confession={confession} isAboutMe={isAboutMe(confession.content, me)} />
              </ItemFilter>
            </li>
            <SponsoredItem index={index} />
          </Fragment>
        ))}
      </ul>
      <LoadMore label="Load More Confessions" list={list} />
      <Suspense>{isConfessing && <Composer onClose={() => confess(false)} onMade={view.reset} />}</Suspense>
    </Page>
  )
}

function Nothing({ view, onConfess }: { view: ConfessionsView; onConfess: () => void }) {
  if (view.isNarrowed) {
    return (
      <EmptyState
        illustration={<MailIllustration />}
        title="No confessions found"
        text="Try another search or category."
        action={<Button onClick={view.reset}>Clear filters</Button>}
      />
    )
  }
  return (
    <EmptyState
      illustration={<MailIllustration />}
      title="No confessions yet"
      text="Confession #1 is up for grabs."
      action={
        <Button variant="primary" onClick={onConfess}>
          Confess
        </Button>
      }
      suggestions={<LazySuggestedPeople />}
    />
  )
}
