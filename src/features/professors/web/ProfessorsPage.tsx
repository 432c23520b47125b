import { Fragment, Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { SponsoredItem } from '../../ads/web/SponsoredItem.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { useSelection } from './compare.ts'
import { counted } from './labels.ts'
import { ProfessorCard } from './ProfessorCard.tsx'
import { ProfessorTools } from './ProfessorTools.tsx'
import { useProfessors } from './queries.ts'
import { SchoolFigures } from './SchoolFigures.tsx'
import { SelectionPanel } from './SelectionPanel.tsx'
import { useProfessorsView } from './url-state.ts'

const AddProfessor = lazyPart(() => import('./AddProfessor.tsx'))
const CompareDialog = lazyPart(() => import('./CompareDialog.tsx'))

/** The professors of the school and their ratings. */
export default function ProfessorsPage() {
  const me = useMe()
  const view = useProfessorsView()
  const list = useProfessors(view)
  const selection = useSelection()
  const isEmpty = list.isSuccess && list.professors.length === 0 && !view.isNarrowed
  const [open, setOpen] = useState<'add' | 'compare'>()
  const close = () => setOpen(undefined)
  const isDesk = useIsDesktop()
  const isComparing = !isDesk && selection.chosen.length > 0 // its panel needs the place of the button
  return (
    <Page
      title="Rate My Professor"
      subtitle={me.school}
      {...(isComparing
        ? {}
        : { create: { label: 'Add Professor', onPress: () => setOpen('add'), onIntent: AddProfessor.preload } })}
    >
      {!isEmpty && <ProfessorTools view={view} />}
      {list.isPending && <Skeletons />}
      {list.isError && (
        <ErrorState text="Failed to fetch professors" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.professors.length === 0 && (
        <EmptyState
          illustration={<GateIllustration className="w-32 text-brand" />}
          title="No professors found"
          text={view.isNarrowed ? '' : 'Add the first one and tell people what their classes are like.'}
          action={view.isNarrowed && <Button onClick={view.reset}>Clear all filters</Button>}
        />
      )}
      {list.isSuccess && list.total > 0 && (
        <p role="status" className="px-4 py-1.5 text-small text-soft desk:px-0 desk:pt-0">
          {counted(list.total, 'professor')}
        </p>
      )}
      <ul
        aria-label="Professors"
        aria-busy={list.isPlaceholderData}
        className={`transition-opacity desk:space-y-4 ${list.isPlaceholderData ? 'opacity-60' : ''}`}
      >
        {list.professors.map((professor, index) => (
          <Fragment key={professor.id}>
            <li>
              <ProfessorCard professor={professor} selection={selection} />
            </li>
            <SponsoredItem index={index} every={4} />
          </Fragment>
        ))}
      </ul>
      {!list.isPlaceholderData && <LoadMore label="Load More" list={list} />}
      {!list.isPending && !isEmpty && <SchoolFigures />}
      <SelectionPanel selection={selection} onCompare={() => setOpen('compare')} />
      <Suspense>
        {open === 'add' && <AddProfessor onClose={close} />}
        {open === 'compare' && <CompareDialog chosen={selection.chosen} onClose={close} />}
      </Suspense>
    </Page>
  )
}

const Skeletons = () => (
  <div role="status" aria-label="Loading professors" className="desk:space-y-4">
    {[1, 2, 3, 4].map((index) => (
      <div key={index} className="card flex gap-3.5 px-5 py-4">
        <Skeleton className="size-16 shrink-0 rounded-full!" />
        <div className="flex-1 space-y-2 py-1">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-16" />
        </div>
      </div>
    ))}
  </div>
)
