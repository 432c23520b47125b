import { useState } from 'react'
import { LoadMore } from '../../../shared/web/ui/LoadMore.tsx'
import { SearchBox } from '../../../shared/web/ui/SearchBox.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useErrorToast } from '../../../shared/web/ui/toasts.tsx'
import type { Group } from '../contract.ts'
import { MemberRow } from './MemberRow.tsx'
import { useAllMembers } from './member-queries.ts'

/** All members, with a search by name. */
export function MemberList({ group }: { group: Group }) {
  const [term, setTerm] = useState('')
  const list = useAllMembers(group.id, term)
  useErrorToast(list.error, 'Failed to load members')
  return (
    <>
      <div className="flex py-1">
        <SearchBox label="Search members" term={term} onSearch={setTerm} className="flex-1" />
      </div>
      {list.isPending && <Skeleton className="mt-2 h-40" />}
      {list.isError && (
        <ErrorState text="Failed to load members" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && list.members.length === 0 && <p className="py-4 text-soft">No one by that name.</p>}
      <ul aria-label="Members" className="mt-1">
        {list.members.map((member) => (
          <li key={member.id}>
            <MemberRow member={member} group={group} />
          </li>
        ))}
      </ul>
      <LoadMore label="Load More Members" list={list} />
    </>
  )
}
