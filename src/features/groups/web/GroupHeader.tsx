import { Globe, Lock, MessageCircle, Settings, UserPlus } from 'lucide'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useFocusOnMount } from '../../../shared/web/focus.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import type { Group } from '../contract.ts'
import { BarName } from './BarName.tsx'
import { useChat } from './chat.ts'
import { GroupMark } from './GroupMark.tsx'
import { GroupMenu } from './GroupMenu.tsx'
import { JoinButton } from './JoinButton.tsx'
import { activities, categories, findLabel, formatMembers } from './labels.ts'
import { MemberFaces } from './MemberFaces.tsx'

const MembersDialog = lazyPart(() => import('./MembersDialog.tsx'))
const InviteDialog = lazyPart(() => import('./InviteDialog.tsx'))

type Props = { group: Group; postsLink: string }

/** Name and facts of a group, with the actions available to the viewer. */
export function GroupHeader({ group, postsLink }: Props) {
  const heading = useFocusOnMount()
  const isDesk = useIsDesktop()
  const [open, setOpen] = useState<'members' | 'invite'>()
  const close = () => setOpen(undefined)
  const invite = () => setOpen('invite')
  const [Sign, type] =
    group.type === 'private' ? ([Lock, 'Private group'] as const) : ([Globe, 'Public group'] as const)
  return (
    <header className="overflow-hidden border-line border-b bg-surface desk:rounded-card desk:border desk:shadow-card">
      <Banner group={group} />
      <div className="px-4 pb-3 desk:px-5 desk:pb-4">
        {/* The actions follow the name in the reading order, and stand above it. */}
        <div className="relative -mt-10 grid grid-cols-[1fr_auto] items-end">
          <span className="justify-self-start rounded-[16px] bg-surface p-1">
            <GroupMark group={group} size={64} />
          </span>
          <h1
            ref={heading}
            dir="auto"
            tabIndex={-1}
            className="col-span-2 mt-1.5 text-[1.375rem] leading-tight wrap-anywhere desk:text-hero"
          >
            {group.name}
          </h1>
          <div className="col-start-2 row-start-1 flex">
            {!isDesk && group.can.invite && (
              <IconButton label="Invite" onClick={invite}>
                <Icon icon={UserPlus} />
              </IconButton>
            )}
            {!isDesk && group.can.manage && <SettingsLink group={group} />}
            <GroupMenu group={group} />
          </div>
        </div>
        {!isDesk && <BarName heading={heading} group={group} />}
        <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-soft">
          <Icon icon={Sign} size={16} />
          {[type, findLabel(categories, group.category), group.activity_level && activities[group.activity_level]]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {group.can.see ? (
          <MemberFaces group={group} onPress={() => setOpen('members')} />
        ) : (
          <p className="mt-1 text-soft">{formatMembers(group.members_count)}</p>
        )}
        <div className="mt-2 flex flex-wrap gap-2 empty:hidden">
          <JoinButton group={group} look="primary" />
          {group.is_member && (isDesk ? <ChatButton group={group} /> : <ChatSwitch group={group} to={postsLink} />)}
          {isDesk && group.can.invite && (
            <Button onClick={invite}>
              <Icon icon={UserPlus} size={18} />
              Invite
            </Button>
          )}
          {isDesk && group.can.manage && <SettingsLink group={group} hasText />}
        </div>
      </div>
      <Suspense>
        {open === 'members' && <MembersDialog group={group} onClose={close} />}
        {open === 'invite' && <InviteDialog group={group} onClose={close} />}
      </Suspense>
    </header>
  )
}

function ChatButton({ group }: { group: Group }) {
  const chat = useChat(group)
  return (
    <Button variant="primary" pendingLabel={chat.isPending && 'Opening...'} onClick={() => chat.mutate()}>
      <Icon icon={MessageCircle} size={18} />
      Group Chat
    </Button>
  )
}

const half = 'centered min-h-11 flex-1 basis-0 gap-2 rounded-control px-3 font-semibold'

/** The two places of a group on a phone. The chat is a page of its own. */
function ChatSwitch({ group, to }: { group: Group; to: string }) {
  const chat = useChat(group)
  return (
    <nav aria-label="Posts or chat" className="flex flex-1 rounded-control bg-sunken">
      <Link to={to} aria-current="true" className={`${half} border border-line bg-surface text-brand`}>
        Posts
      </Link>
      <button type="button" disabled={chat.isPending} onClick={() => chat.mutate()} className={`${half} text-soft`}>
        <Icon icon={MessageCircle} size={18} />
        {chat.isPending ? 'Opening...' : 'Group Chat'}
      </button>
    </nav>
  )
}

const SettingsLink = ({ group, hasText = false }: { group: Group; hasText?: boolean }) => (
  <Link
    to={`/groups/${group.id}/settings`}
    className={hasText ? buttonClassName('secondary') : 'relative disc size-11 text-soft hover:bg-sunken'}
  >
    <Icon icon={Settings} size={hasText ? 18 : 20} />
    <span className={hasText ? '' : 'sr-only'}>Settings</span>
    {group.requests_count > 0 && (
      <span
        className={`rounded-full bg-brick px-1.5 text-tiny font-semibold text-surface tabular-nums ${hasText ? '' : 'absolute top-0 right-0'}`}
      >
        {group.requests_count}
        <span className="sr-only"> join requests</span>
      </span>
    )}
  </Link>
)

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
