import type { UseQueryResult } from '@tanstack/react-query'
import { call } from '../../../shared/web/api.ts'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { groupsApi } from '../../groups/contract.gen.ts'
import type { Group } from '../../groups/contract.ts'
import { GroupMark } from '../../groups/web/GroupMark.tsx'
import { formatMembers } from '../../groups/web/labels.ts'
import { Tile } from './Tile.tsx'

type Props = {
  list: UseQueryResult<{ data: readonly Group[] }>
  onError: (error: Error | undefined) => void
}

/** Groups of the school. One press joins, or requests to join a private one; another one reverts it. */
export function GroupsStep({ list, onError }: Props) {
  if (list.isError)
    return <ErrorState bare text="Failed to load groups" error={list.error} onRetry={() => void list.refetch()} />
  return (
    <ul className="grid grid-cols-2 gap-2 [&>:only-child]:col-span-2">
      {list.data?.data.map((group) => {
        const isOpen = group.type === 'public' || group.is_invited
        return (
          <li key={group.id}>
            <Tile
              verb={isOpen ? 'Join' : 'Request to join'}
              name={group.name}
              picture={<GroupMark group={group} size={64} />}
              note={formatMembers(group.members_count)}
              labels={isOpen ? ['Join', 'Joined'] : ['Request to join', 'Request sent']}
              isDisabled={group.max_members !== null && group.members_count >= group.max_members}
              turnOn={() => call(groupsApi.join, { params: { id: group.id }, body: {} })}
              turnOff={() => call(groupsApi.leave, { params: { id: group.id } })}
              onError={onError}
            />
          </li>
        )
      }) ?? [1, 2, 3, 4].map((key) => <Skeleton key={key} className="h-36" />)}
    </ul>
  )
}
