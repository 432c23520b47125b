import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  Bell,
  BellOff,
  BellRing,
  ChevronLeft,
  Clock,
  Ellipsis,
  Eraser,
  LogOut,
  PanelLeft,
  Pin,
  Search,
  Timer,
  Trash2,
  User,
  Users,
} from 'lucide'
import { type Ref, Suspense, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import { call, invalidate } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { CountBadge } from '../../../shared/web/ui/CountBadge.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton, iconButtonClassName } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { conversationsApi } from '../conversation-contract.gen.ts'
import type { Conversation } from '../conversation-contract.ts'
import { ChatTitle } from './ChatTitle.tsx'
import { patchUnread } from './conversation-cache.ts'
import { clearCachedHistory, removeConversation } from './conversation-queries.ts'
import { openedFromList } from './opened-from-list.ts'
import { usePins } from './pin.ts'

const ConversationDrawer = lazyPart(() => import('./ConversationDrawer.tsx'))
const ConversationDetails = lazyPart(() => import('./ConversationDetails.tsx'))
const NotificationLevel = lazyPart(() => import('./NotificationLevel.tsx'))
const ScheduledMessages = lazyPart(() => import('./ScheduledMessages.tsx'))
const Vanishing = lazyPart(() => import('./Vanishing.tsx'))
const PinnedMessages = lazyPart(() => import('./PinnedMessages.tsx'))

/** Participants of a conversation and the actions on it; on a phone, also the way back to the list. */
export function PaneHeader({
  conversation,
  heading,
  onFind,
  onSearch,
  unreadElsewhere,
}: {
  conversation: Conversation
  heading: Ref<HTMLHeadingElement>
  /** Shows a pinned message. */
  onFind: (id: string) => void
  /** Opens the search of the conversation. */
  onSearch: () => void
  /** Unread messages of other conversations. */
  unreadElsewhere: number
}) {
  const { id, kind, participant_users } = conversation
  const me = useMe()
  const isDesk = useIsDesktop()
  const [question, setQuestion] = useState<Question>()
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const [isInLevel, setIsInLevel] = useState(false)
  const [isInScheduled, setIsInScheduled] = useState(false)
  const [isInVanishing, setIsInVanishing] = useState(false)
  const [isInPins, setIsInPins] = useState(false)
  const pins = usePins(id).data?.data.length ?? 0
  const [isInDetails, setIsInDetails] = useState(false)
  const mute = useMute(conversation)
  const others = participant_users.filter((participant) => participant.id !== me.id)
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-[min(0.5rem,1vw)] border-b border-line bg-surface px-1 desk:gap-3 desk:px-4">
      {!isDesk && <Back unread={unreadElsewhere} />}
      <ChatTitle conversation={conversation} heading={heading} />
      {pins > 0 && (
        <IconButton label={plural(pins, 'pinned message')} className={barButton} onClick={() => setIsInPins(true)}>
          <Icon icon={Pin} size={20} />
        </IconButton>
      )}
      <Menu
        label="Conversation options"
        className={barButton}
        items={[
          ...(isDesk
            ? []
            : [
                {
                  label: 'All conversations',
                  icon: <Icon icon={PanelLeft} size={18} />,
                  onSelect: () => setIsDrawerOpen(true),
                },
              ]),
          ...(kind === 'direct' && others[0] && conversation.can.send
            ? [{ label: 'View profile', icon: <Icon icon={User} size={18} />, to: `/profile/${others[0].id}` }]
            : []),
          {
            label: 'Scheduled messages',
            icon: <Icon icon={Clock} size={18} />,
            onSelect: () => setIsInScheduled(true),
          },
          { label: 'Search messages', icon: <Icon icon={Search} size={18} />, onSelect: onSearch },
          conversation.muted
            ? { label: 'Unmute', icon: <Icon icon={Bell} size={18} />, onSelect: () => mute(false) }
            : { label: 'Mute', icon: <Icon icon={BellOff} size={18} />, onSelect: () => mute(true) },
          {
            label: 'Notifications',
            icon: <Icon icon={BellRing} size={18} />,
            onSelect: () => setIsInLevel(true),
          },
          ...(conversation.can.vanish
            ? [
                {
                  label: 'Disappearing messages',
                  icon: <Icon icon={Timer} size={18} />,
                  onSelect: () => setIsInVanishing(true),
                },
              ]
            : []),
          { label: 'Clear history', icon: <Icon icon={Eraser} size={18} />, onSelect: () => setQuestion('clear') },
          ...(conversation.can.leave
            ? [
                {
                  label: 'Conversation details',
                  icon: <Icon icon={Users} size={18} />,
                  onSelect: () => setIsInDetails(true),
                },
                {
                  label: 'Leave conversation',
                  icon: <Icon icon={LogOut} size={18} />,
                  danger: true,
                  onSelect: () => setQuestion('leave'),
                },
              ]
            : []),
          {
            label: 'Delete conversation',
            icon: <Icon icon={Trash2} size={18} />,
            danger: true,
            onSelect: () => setQuestion('delete'),
          },
        ]}
      >
        <Icon icon={Ellipsis} />
      </Menu>
      {question && <Ask conversation={conversation} what={question} onClose={() => setQuestion(undefined)} />}
      {isInDetails && (
        <Suspense>
          <ConversationDetails
            conversation={conversation}
            onLeave={() => {
              setIsInDetails(false)
              setQuestion('leave')
            }}
            onClose={() => setIsInDetails(false)}
          />
        </Suspense>
      )}
      {isInLevel && (
        <Suspense>
          <NotificationLevel conversation={conversation} onClose={() => setIsInLevel(false)} />
        </Suspense>
      )}
      {isInScheduled && (
        <Suspense>
          <ScheduledMessages onClose={() => setIsInScheduled(false)} />
        </Suspense>
      )}
      {isInVanishing && (
        <Suspense>
          <Vanishing conversation={conversation} onClose={() => setIsInVanishing(false)} />
        </Suspense>
      )}
      {isInPins && (
        <Suspense>
          <PinnedMessages conversation={conversation} onFind={onFind} onClose={() => setIsInPins(false)} />
        </Suspense>
      )}
      {isDrawerOpen && (
        <Suspense>
          <ConversationDrawer chosen={id} onClose={() => setIsDrawerOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

/** Grows with the text, but not so far that it leaves no room for the name. */
const barButton = 'max-h-[12vw] max-w-[12vw] desk:max-h-none desk:max-w-none'

function Back({ unread }: { unread: number }) {
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <Link
      to="/messages"
      aria-label={unread > 0 ? `Back to messages, ${unread} unread` : 'Back to messages'}
      onClick={(event) => {
        if (state !== openedFromList || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        void navigate(-1)
      }}
      className={`relative ${iconButtonClassName} ${barButton}`}
    >
      <Icon icon={ChevronLeft} size={24} />
      {unread > 0 && <CountBadge count={unread} className="absolute -top-0.5 left-[55%]" />}
    </Link>
  )
}

function useMute({ id, unread_count }: Conversation): (muted: boolean) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (muted: boolean) => call(conversationsApi.mute, { params: { id }, body: { muted } }),
    onSuccess: (_, muted) => {
      patchUnread(client, id, unread_count, { muted })
      void invalidate(client, { below: conversationsApi.list }) // with the level
      toast.success(muted ? 'Conversation muted' : 'Conversation unmuted')
    },
    onError: (error) => toast.failure(error, 'Couldn’t update notifications. Try again.'),
  })
  return mutate
}

type Question = 'clear' | 'delete' | 'leave'

const words = {
  clear: {
    title: 'Clear history',
    confirm: 'Clear history',
    working: 'Clearing...',
    question: () => 'This clears the chat for you only. Everyone else keeps their copy.',
    done: 'Conversation history cleared',
    failed: 'Could not clear conversation.',
  },
  delete: {
    title: 'Delete conversation',
    confirm: 'Delete conversation',
    working: 'Deleting...',
    question: () => 'This removes the chat and its history for you only. It comes back if someone sends a new message.',
    done: 'Conversation deleted',
    failed: 'Could not delete conversation.',
  },
  leave: {
    title: 'Leave conversation',
    confirm: 'Leave',
    working: 'Leaving...',
    question: (title: string) =>
      `Leave “${title}”? You will no longer see its messages, and others cannot add you for 7 days.`,
    done: 'You left the conversation',
    failed: 'Could not leave conversation.',
  },
}

function send(what: Question, id: string) {
  const ask = { params: { id } }
  if (what === 'clear') return call(conversationsApi.clear, ask)
  if (what === 'leave') return call(conversationsApi.leave, ask)
  return call(conversationsApi.remove, ask)
}

function Ask({
  conversation: { id, title: name },
  what,
  onClose,
}: {
  conversation: Conversation
  what: Question
  onClose: () => void
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { title, confirm, working, question, done, failed } = words[what]
  const act = useLockedMutation({
    mutationFn: () => send(what, id),
    onSuccess: () => {
      toast.success(done)
      onClose()
      if (what === 'clear') return clearCachedHistory(client, id)
      navigate('/messages', { replace: true })
      removeConversation(client, id)
    },
    onError: (error) => toast.failure(error, failed),
  })
  return (
    <ConfirmDialog
      title={title}
      question={question(name)}
      confirmLabel={confirm}
      pendingLabel={working}
      isPending={act.isPending}
      onConfirm={() => act.mutate()}
      onClose={onClose}
    />
  )
}
