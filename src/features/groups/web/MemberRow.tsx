import { Ellipsis, ShieldCheck, ShieldMinus, UserMinus } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Group, GroupMember } from '../contract.ts'
import { useRemoval, useRoleChange } from './member-queries.ts'

const since = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/** One member; group admins can change the role and remove them. */
export function MemberRow({ member, group }: { member: GroupMember; group: Group }) {
  const me = useMe()
  const isAdmin = member.role === 'admin'
  return (
    <div className="flex min-h-14 items-center gap-3 py-1.5">
      <Avatar person={member.user} />
      <div className="min-w-0 flex-1">
        <Link to={`/profile/${member.user_id}`} className="block truncate font-semibold hover:underline">
          {member.user.name}
        </Link>
        <p className="text-small text-soft">
          {isAdmin ? 'Admin' : 'Member'} since {since.format(member.joined_at * 1000)}
          {member.user_id === me.id && ' · You'}
        </p>
      </div>
      {group.can.manage && <MemberMenu member={member} group={group} isSelf={member.user_id === me.id} />}
    </div>
  )
}

function MemberMenu({ member, group, isSelf }: { member: GroupMember; group: Group; isSelf: boolean }) {
  const [isRemoveDialogOpen, setIsRemoveDialogOpen] = useState(false)
  const role = useRoleChange(group.id, member)
  const removal = useRemoval(group.id, member, () => setIsRemoveDialogOpen(false))
  const change =
    member.role === 'admin'
      ? { label: 'Remove as admin', icon: <Icon icon={ShieldMinus} size={18} />, onSelect: () => role.mutate('member') }
      : { label: 'Make admin', icon: <Icon icon={ShieldCheck} size={18} />, onSelect: () => role.mutate('admin') }
  const leave = {
    label: 'Remove from group',
    icon: <Icon icon={UserMinus} size={18} />,
    danger: true,
    onSelect: () => setIsRemoveDialogOpen(true),
  }
  return (
    <>
      <Menu label={`More options for ${member.user.name}`} items={isSelf ? [change] : [change, leave]}>
        <Icon icon={Ellipsis} />
      </Menu>
      {isRemoveDialogOpen && (
        <ConfirmDialog
          onClose={() => setIsRemoveDialogOpen(false)}
          title="Remove member"
          question={`${member.user.name} will lose access to members-only posts and the group chat.`}
          confirmLabel="Remove member"
          pendingLabel="Removing..."
          onConfirm={() => removal.mutate()}
          isPending={removal.isPending}
        />
      )}
    </>
  )
}
