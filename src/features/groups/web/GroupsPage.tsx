import { type ReactNode, Suspense } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { PageTools } from '../../../shared/web/ui/PageTools.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { GroupFilters } from './GroupFilters.tsx'
import { Invitations } from './Invitations.tsx'
import { useMyGroups, useSuggested } from './queries.ts'
import { SuggestedGroups } from './SuggestedGroups.tsx'
import { SuggestedRow } from './SuggestedRow.tsx'
import { useGroupsView } from './url-state.ts'
import { YourGroups } from './YourGroups.tsx'

const CreateGroup = lazyPart(() => import('./CreateGroup.tsx'))

type Props = {
  /** What begins soon in the viewer's groups. The list waits for it, so that it does not move. */
  soon: ReactNode
  isSoonPending: boolean
}

/** The viewer's groups and suggested groups; a phone shows one list at a time. */
export function GroupsPage({ soon, isSoonPending }: Props) {
  const view = useGroupsView()
  const mine = useMyGroups(view.search)
  const isDesk = useIsDesktop()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useCreateDialog()
  const isInNone = mine.isSuccess && mine.groups.length === 0 && !view.search
  const others = useSuggested(view, { enabled: isInNone }) // those that the page shows then
  const isEmpty = isInNone && others.isSuccess && others.groups.length === 0 && !view.isNarrowed
  const hasFew = mine.isSuccess && mine.groups.length > 0 && mine.groups.length < 3 && !view.search
  const count = mine.total === undefined ? '' : ` (${mine.total})`
  const tabs = [
    { name: 'yours', label: `Your Groups${count}` },
    { name: 'suggested', label: 'Suggested' },
  ] as const
  return (
    <Page
      title="Groups"
      subtitle="Clubs, teams and study groups at your school"
      create={{
        label: 'Create',
        name: 'Create a group',
        onPress: () => setIsCreating(true),
        onIntent: CreateGroup.preload,
      }}
    >
      <PageTools
        search={
          !isEmpty && { label: 'Search groups', term: view.search, onSearch: (search) => view.change({ search }) }
        }
        end={!isEmpty && (isDesk || view.tab === 'suggested') && <GroupFilters view={view} />}
      >
        {!isDesk && <LinkTabs label="Groups" tabs={tabs} active={view.tab} to={(tab) => view.linkTo({ tab })} bare />}
      </PageTools>
      <Invitations />
      {(isDesk || view.tab === 'yours') && (
        <section aria-labelledby="yours" className="mb-6">
          <h2 id="yours" className={isDesk ? 'pb-3 text-[1.25rem]' : 'sr-only'}>
            Your Groups
          </h2>
          {!isSoonPending && !view.search && soon}
          <YourGroups list={mine} isWaiting={isSoonPending} search={view.search} onCreate={() => setIsCreating(true)} />
        </section>
      )}
      {!isDesk && view.tab === 'yours' && hasFew && <SuggestedRow />}
      {(isDesk || view.tab === 'suggested' || isInNone) && (
        <section aria-labelledby="suggested">
          <h2
            id="suggested"
            className={view.tab === 'suggested' && !isDesk ? 'sr-only' : 'px-4 pb-3 text-[1.25rem] desk:px-0'}
          >
            Suggested Groups
          </h2>
          <SuggestedGroups view={view} isInNone={isInNone} />
        </section>
      )}
      {isCreating && (
        <Suspense>
          <CreateGroup onClose={() => setIsCreating(false)} onMade={(id) => void navigate(`/groups/${id}`)} />
        </Suspense>
      )}
    </Page>
  )
}
