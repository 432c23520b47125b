import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useNavigate } from 'react-router'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { LinkTabs } from '../../../shared/web/ui/LinkTabs.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { useCreateDialog } from '../../../shared/web/url-state.ts'
import { Invitations } from './Invitations.tsx'
import { useMyGroups } from './queries.ts'
import { SuggestedGroups } from './SuggestedGroups.tsx'
import { useGroupsView } from './url-state.ts'
import { YourGroups } from './YourGroups.tsx'

const CreateGroup = lazyPart(() => import('./CreateGroup.tsx'))

/** The viewer's groups and suggested groups; a phone shows one list at a time. */
export default function GroupsPage() {
  const view = useGroupsView()
  const mine = useMyGroups(view.search)
  const isDesk = useIsDesktop()
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useCreateDialog()
  const isInNone = mine.isSuccess && mine.groups.length === 0 && !view.search
  const count = mine.total === undefined ? '' : ` (${mine.total})`
  const tabs = [
    { name: 'yours', label: `Your Groups${count}` },
    { name: 'suggested', label: 'Suggested' },
  ] as const
  return (
    <Page
      title="Groups"
      subtitle="Clubs, teams and study groups at your school"
      action={
        <Button variant="primary" aria-label="Create a group" onClick={() => setIsCreating(true)}>
          <Icon icon={Plus} />
          Create
        </Button>
      }
    >
      <div className="flex px-4 pb-4 desk:px-0">
        <SearchBox
          label="Search groups"
          term={view.search}
          onSearch={(search) => view.change({ search })}
          className="flex-1"
        />
      </div>
      <Invitations />
      {!isDesk && (
        <LinkTabs label="Groups" tabs={tabs} active={view.tab} to={(tab) => view.linkTo({ tab })} className="mb-3" />
      )}
      {(isDesk || view.tab === 'yours') && (
        <section aria-labelledby="yours" className="mb-6">
          <h2 id="yours" className={isDesk ? 'pb-3 text-[1.25rem]' : 'sr-only'}>
            Your Groups
          </h2>
          <YourGroups list={mine} search={view.search} onCreate={() => setIsCreating(true)} />
        </section>
      )}
      {(isDesk || view.tab === 'suggested' || isInNone) && (
        <section aria-labelledby="suggested">
          <h2
            id="suggested"
            className={view.tab === 'suggested' && !isDesk ? 'sr-only' : 'px-4 pb-3 text-[1.25rem] desk:px-0'}
          >
            Suggested Groups
          </h2>
          <SuggestedGroups view={view} />
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
