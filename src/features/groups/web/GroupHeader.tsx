import { Globe, Lock, MessageCircle, Settings, UserPlus, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import type { Group } from '../contract.ts'
import { useChat } from './chat.ts'
import { GroupMark } from './GroupMark.tsx'
import { GroupMenu } from './GroupMenu.tsx'
import { JoinButton } from './JoinButton.tsx'
import { activities, categories, findLabel, formatMembers } from './labels.ts'

const MembersDialog = lazyPart(() => import('./MembersDialog.tsx'))
/** An icon beside a label, hidden on phones to leave room for the text. */
const beside = { size: 18, className: 'max-sm:hidden' }

const InviteDialog = lazyPart(() => import('./InviteDialog.tsx'))

/** Name and facts of a group, with the actions available to the viewer. */
export function GroupHeader({ group }: { group: Group }) {
  const heading = useFocusOnMount()
  const [open, setOpen] = useState<'members' | 'invite'>()
  const chat = useChat(group)
  const close = () => setOpen(undefined)
  const [Sign, type] =
    group.type === 'private' ? ([Lock, 'Private group'] as const) : ([Globe, 'Public group'] as const)
  return (
    <header className="overflow-hidden border-line border-b bg-surface desk:rounded-card desk:border desk:shadow-card">
      <Banner group={group} />
      <div className="px-4 pb-4 desk:px-5">
        <div className="relative -mt-10 flex items-end justify-between">
          <span className="rounded-[16px] bg-surface p-1">
            <GroupMark group={group} size={64} />
          </span>
          <GroupMenu group={group} />
        </div>
        <h1 ref={heading} tabIndex={-1} className="mt-1.5 text-[1.375rem] leading-tight wrap-anywhere desk:text-hero">
          {group.name}
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-soft">
          <Icon icon={Sign} size={16} />
          {[type, findLabel(categories, group.category), group.activity_level && activities[group.activity_level]]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="mt-3.5 flex flex-wrap gap-2">
          <JoinButton group={group} look="primary" />
          {group.is_member && (
            <Button variant="primary" pendingLabel={chat.isPending && 'Opening...'} onClick={() => chat.mutate()}>
              <Icon icon={MessageCircle} size={18} />
              Group Chat
            </Button>
          )}
          {group.can.see && (
            <Button onClick={() => setOpen('members')}>
              <Icon icon={UsersRound} {...beside} />
              {formatMembers(group.members_count)}
            </Button>
          )}
          {!group.can.see && <p className="self-center text-soft">{formatMembers(group.members_count)}</p>}
          {group.can.invite && (
            <Button onClick={() => setOpen('invite')}>
              <Icon icon={UserPlus} {...beside} />
              Invite
            </Button>
          )}
          {group.can.manage && (
            <Link to={`/groups/${group.id}/settings`} className={buttonClassName('secondary')}>
              <Icon icon={Settings} size={18} />
              Settings
              {group.requests_count > 0 && (
                <span className="rounded-full bg-brick px-2 text-tiny font-semibold text-surface tabular-nums">
                  {group.requests_count}
                  <span className="sr-only"> join requests</span>
                </span>
              )}
            </Link>
          )}
        </div>
      </div>
      <Suspense>
        {open === 'members' && <MembersDialog group={group} onClose={close} />}
        {open === 'invite' && <InviteDialog group={group} onClose={close} />}
      </Suspense>
    </header>
  )
}

const hues = [35, 85, 130, 160, 210, 250, 290, 330]

/** The group's banner over the full width, or a plain area in the group's color. */
function Banner({ group }: { group: Group }) {
  if (group.banner_url)
    return (
      <img
        src={group.banner_url}
        alt=""
        width={1200}
        height={400}
        className="h-24 w-full bg-sunken object-cover desk:h-40"
      />
    )
  const hue = hues[Number.parseInt(group.id.slice(-2), 16) % hues.length]
  return (
    <div
      aria-hidden
      className="h-24 w-full desk:h-40"
      style={{ background: `light-dark(oklch(0.9 0.045 ${hue}), oklch(0.33 0.045 ${hue}))` }}
    />
  )
}
