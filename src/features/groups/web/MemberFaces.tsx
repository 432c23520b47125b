import { PeopleRow } from '../../../shared/web/ui/PeopleRow.tsx'
import type { Group } from '../contract.ts'
import { formatMembers } from './labels.ts'
import { useMembers } from './member-queries.ts'

/** Opens the list of members. The faces are the members that the tab lists first. */
export function MemberFaces({ group, onPress }: { group: Group; onPress: () => void }) {
  const { data } = useMembers(group.id)
  const unknown = Array.from({ length: Math.min(3, group.members_count) }, (_, index) => ({
    id: String(index),
    name: '',
    avatar_url: null,
  }))
  return (
    <button type="button" onClick={onPress} className="flex min-h-11 items-center rounded-control hover:underline">
      <PeopleRow people={data?.data.map(({ user }) => user) ?? unknown} text={formatMembers(group.members_count)} />
    </button>
  )
}
