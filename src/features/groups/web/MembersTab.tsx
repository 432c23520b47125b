import { Suspense, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import type { Group } from '../contract.ts'
import { MemberRow } from './MemberRow.tsx'
import { useMembers } from './member-queries.ts'

const MembersDialog = lazyPart(() => import('./MembersDialog.tsx'))

const maxShown = 12
/** Above this number of members, a button opens the list of all. */
const viewAllBeyond = 20

/** The first members, admins first. */
export default function MembersTab({ group }: { group: Group }) {
  const list = useMembers(group.id)
  const [isShowingAll, setIsShowingAll] = useState(false)
  useErrorToast(list.error, 'Failed to load members')
  if (list.isPending)
    return (
      <div role="status" aria-label="Loading members" className="card space-y-3 p-4.5">
        {[1, 2, 3, 4].map((key) => (
          <Skeleton key={key} className="h-11" />
        ))}
      </div>
    )
  if (list.isError)
    return <ErrorState text="Failed to load members" error={list.error} onRetry={() => void list.refetch()} />
  return (
    <section aria-label="Members" className="card px-4.5 py-3">
      <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {list.data.data.slice(0, maxShown).map((member) => (
          <li key={member.id} className="min-w-0">
            <MemberRow member={member} group={group} />
          </li>
        ))}
      </ul>
      {group.members_count > viewAllBeyond && (
        <div className="flex justify-center pt-2">
          <Button onClick={() => setIsShowingAll(true)}>View All</Button>
        </div>
      )}
      {isShowingAll && (
        <Suspense>
          <MembersDialog group={group} onClose={() => setIsShowingAll(false)} />
        </Suspense>
      )}
    </section>
  )
}
