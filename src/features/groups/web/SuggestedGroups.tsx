import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import { GroupCard } from './GroupCard.tsx'
import { useSuggested } from './queries.ts'
import type { GroupsView } from './url-state.ts'

type Props = {
  view: GroupsView
  /** Whether the viewer is in no group: then an empty list means that the school has none. */
  isInNone: boolean
}

/** The school's other groups, filtered by category and type. */
export function SuggestedGroups({ view, isInNone }: Props) {
  const list = useSuggested(view)
  useErrorToast(list.error, 'Failed to load groups')
  return (
    <>
      {list.isPending && (
        <div role="status" aria-label="Loading groups" className="desk:space-y-4">
          {[1, 2, 3].map((key) => (
            <div key={key} className="card flex gap-3.5 px-4.5 py-4">
              <Skeleton className="size-16" />
              <div className="flex-1 space-y-2">
                <Skeleton className="h-5 w-1/2" />
                <Skeleton className="h-4 w-2/3" />
              </div>
            </div>
          ))}
        </div>
      )}
      {list.isError && (
        <ErrorState text="Failed to load groups" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.groups.length === 0 && (
        <EmptyState
          illustration={<LawnIllustration />}
          title={view.isNarrowed ? 'No groups found' : isInNone ? 'No groups yet' : 'You’re in every group'}
          text={
            view.isNarrowed
              ? 'Try another search or filter.'
              : isInNone
                ? 'Someone has to be first. Start one.'
                : 'Time to start a new one?'
          }
          {...(view.isNarrowed ? { action: <Button onClick={view.reset}>Show all groups</Button> } : {})}
        />
      )}
      <ul aria-label="Suggested groups" className="desk:space-y-4">
        {list.groups.map((group) => (
          <li key={group.id}>
            <GroupCard group={group} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Groups" list={list} />
    </>
  )
}
