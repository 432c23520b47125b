import { Bell, BellOff, Ellipsis, Flag, Link2, LogOut } from 'lucide'
import { useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { LazyReportDialog } from '../../moderation/web/LazyReportDialog.tsx'
import { groupsApi } from '../contract.gen.ts'
import type { Group } from '../contract.ts'
import { useLeave, useMute } from './queries.ts'

async function share({ id }: Group) {
  try {
    await navigator.clipboard.writeText(`${location.origin}/groups/${id}`)
    toast.success('Group URL copied to clipboard!')
  } catch {
    toast.error('Failed to copy URL')
  }
}

/** Share, and the less frequent actions: mute, leave and report. */
export function GroupMenu({ group }: { group: Group }) {
  const [open, setOpen] = useState<'report' | 'leave'>()
  const close = () => setOpen(undefined)
  const leave = useLeave(group, close)
  const mute = useMute(group)
  const items = [
    ...(group.is_member
      ? [
          group.muted
            ? { label: 'Unmute group', icon: <Icon icon={Bell} size={18} />, onSelect: () => mute.mutate(false) }
            : { label: 'Mute group', icon: <Icon icon={BellOff} size={18} />, onSelect: () => mute.mutate(true) },
        ]
      : []),
    ...(group.can.leave
      ? [
          {
            label: 'Leave group',
            icon: <Icon icon={LogOut} size={18} />,
            danger: true,
            onSelect: () => setOpen('leave'),
          },
        ]
      : []),
    ...(group.can.report
      ? [{ label: 'Report group', icon: <Icon icon={Flag} size={18} />, onSelect: () => setOpen('report') }]
      : []),
  ]
  return (
    <div className="-mr-2 flex">
      <IconButton label="Share group" onClick={() => void share(group)}>
        <Icon icon={Link2} />
      </IconButton>
      {items.length > 0 && (
        <Menu label="Group options" items={items}>
          <Icon icon={Ellipsis} />
        </Menu>
      )}
      {open === 'report' && (
        <LazyReportDialog
          what="group"
          id={group.id}
          text={group.name}
          success="Group reported successfully"
          failure="Failed to report group"
          report={(body) => call(groupsApi.report, { params: { gid: group.id }, body })}
          onClose={close}
        />
      )}
      {open === 'leave' && (
        <ConfirmDialog
          onClose={close}
          title="Leave group"
          question={
            group.type === 'private'
              ? `${group.name} is private. You’ll need to ask to join again.`
              : 'You’ll lose access to members-only posts and the group chat.'
          }
          confirmLabel="Leave group"
          pendingLabel="Leaving..."
          onConfirm={() => leave.mutate()}
          isPending={leave.isPending}
        />
      )}
    </div>
  )
}
