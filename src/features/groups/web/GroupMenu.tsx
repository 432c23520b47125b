import { Bell, BellOff, Ellipsis, Flag, Link2, LogOut } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { groupsApi } from '../contract.gen.ts'
import type { Group } from '../contract.ts'
import { useLeave, useMute } from './queries.ts'

const ReportDialog = lazyPart(() => import('../../moderation/web/ReportDialog.tsx'))

const icon = { size: 18, strokeWidth: 1.75 }

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
            ? { label: 'Unmute group', icon: <Bell {...icon} />, onSelect: () => mute.mutate(false) }
            : { label: 'Mute group', icon: <BellOff {...icon} />, onSelect: () => mute.mutate(true) },
        ]
      : []),
    ...(group.can.leave
      ? [{ label: 'Leave group', icon: <LogOut {...icon} />, danger: true, onSelect: () => setOpen('leave') }]
      : []),
    ...(group.can.report
      ? [{ label: 'Report group', icon: <Flag {...icon} />, onSelect: () => setOpen('report') }]
      : []),
  ]
  return (
    <div className="-mr-2 flex">
      <IconButton label="Share group" onClick={() => void share(group)}>
        <Link2 size={20} strokeWidth={1.75} />
      </IconButton>
      {items.length > 0 && (
        <Menu label="Group options" items={items}>
          <Ellipsis size={20} strokeWidth={1.75} />
        </Menu>
      )}
      {open === 'report' && (
        <Suspense>
          <ReportDialog
            what="group"
            id={group.id}
            text={group.name}
            success="Group reported successfully"
            failure="Failed to report group"
            report={(body) => call(groupsApi.report, { params: { gid: group.id }, body })}
            onClose={close}
          />
        </Suspense>
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
