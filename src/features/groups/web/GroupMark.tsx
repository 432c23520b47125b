import type { ComponentProps } from 'react'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'

type Props = {
  group: { id: string; name: string; avatar_url: string | null }
  size?: ComponentProps<typeof Avatar>['size']
}

/** A group's avatar or initials; square, to distinguish groups from users. */
export const GroupMark = ({ group, size = 40 }: Props) => (
  <span className="inline-flex shrink-0 *:rounded-control!">
    <Avatar person={group} size={size} />
  </span>
)
