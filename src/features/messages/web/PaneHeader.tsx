import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff, ChevronLeft, Ellipsis, Eraser, LogOut, PanelLeft, Trash2, User } from 'lucide-react'
import { type Ref, Suspense, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { CountBadge } from '../../../shared/web/ui/CountBadge.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { iconButtonClassName } from '../../../shared/web/ui/IconButton.tsx'
import { Menu } from '../../../shared/web/ui/Menu.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { useMe } from '../../session/web/auth.tsx'
import { conversationsApi } from '../contract.gen.ts'
import type { Conversation } from '../contract.ts'
import { ChatTitle } from './ChatTitle.tsx'
import { clearCachedHistory, patchUnread, removeConversation } from './conversation-cache.ts'
import { openedFromList } from './opened-from-list.ts'

const ConversationDrawer = lazyPart(() => import('./ConversationDrawer.tsx'))
/** Participants of a conversation and the actions on it; on a phone, also the way back to the list. */
export function PaneHeader({
  conversation,
  heading,
  unreadElsewhere,
}: {
  conversation: Conversation
  heading: Ref<HTMLHeadingElement>
  /** Unread messages of other conversations. */
  unreadElsewhere: number
}) {
  const { id, kind, participant_users } = conversation
  const me = useMe()
  const isDesk = useIsDesktop()
  const [question, setQuestion] = useState<Question>()
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  const mute = useMute(conversation)
  const others = participant_users.filter((participant) => participant.id !== me.id)
  return (
    <header className="flex min-h-14 shrink-0 items-center gap-[min(0.5rem,1vw)] border-b border-line bg-surface px-1 desk:gap-3 desk:px-4">
      {!isDesk && <Back unread={unreadElsewhere} />}
      <ChatTitle conversation={conversation} heading={heading} />
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
          conversation.muted
            ? { label: 'Unmute', icon: <Icon icon={Bell} size={18} />, onSelect: () => mute(false) }
            : { label: 'Mute', icon: <Icon icon={BellOff} size={18} />, onSelect: () => mute(true) },
          { label: 'Clear history', icon: <Icon icon={Eraser} size={18} />, onSelect: () => setQuestion('clear') },
          ...(conversation.can.leave
            ? [
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
      patchUnread(client, id, unread_count, muted)
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
      `Leave “${title}”? You won’t see its messages anymore, and no one can add you back for 7 days.`,
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
