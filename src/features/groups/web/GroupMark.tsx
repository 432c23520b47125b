import type { ComponentProps } from 'react'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'

type Props = {
  group: { id: string; name: string; avatar_url: string | null }
  size?: ComponentProps<typeof Avatar>['size']
}

/** A group's picture, or its initials: square, so that nobody takes it for a person. */
export const GroupMark = ({ group, size = 40 }: Props) => (
  <span className="inline-flex shrink-0 *:rounded-control!">
    <Avatar person={group} size={size} />
  </span>
)
