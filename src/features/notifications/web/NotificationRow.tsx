import {
  Award,
  CalendarClock,
  CalendarDays,
  Check,
  Flag,
  GraduationCap,
  Heart,
  type LucideIcon,
  Megaphone,
  MessageCircle,
  Reply,
  Shield,
  Tag,
  UserPlus,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import { type NotificationKind, renderNotification } from '../../../shared/notification-kinds.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import type { Notification } from '../contract.ts'

const icons: Record<NotificationKind, LucideIcon> = {
  comment: MessageCircle,
  reply: Reply,
  like: Heart,
  mention: MessageCircle,
  friend_request: UserPlus,
  friend_accepted: Check,
  group_invitation: Users,
  join_request: Users,
  join_answer: Users,
  announcement: Megaphone,
  answer: MessageCircle,
  best_answer: Award,
  event_changed: CalendarDays,
  event_reminder: CalendarClock,
  listing_interest: Tag,
  report: Flag,
  rating: GraduationCap,
  moderation: Shield,
}

type Props = { notification: Notification; onOpen: () => void }

/** One notification; the whole row links to its page. */
export function NotificationRow({ notification, onOpen }: Props) {
  const { kind, link, actors, times, created_at, is_read } = notification
  const icon = icons[kind]
  const [first] = actors
  return (
    <Link
      to={link}
      onClick={onOpen}
      className="flex items-start gap-3 px-4.5 py-3.5 transition-colors duration-150 hover:bg-sunken"
    >
      <span className="relative shrink-0">
        {first ? (
          <Avatar person={first} />
        ) : (
          <span className="inline-flex size-10 items-center justify-center rounded-full bg-sunken text-soft">
            <Icon icon={icon} />
          </span>
        )}
        {first && (
          <span className="absolute -right-1 -bottom-1 inline-flex size-5 items-center justify-center rounded-full border-2 border-surface bg-brand text-on-brand">
            <Icon icon={icon} size={11} strokeWidth={2.25} />
          </span>
        )}
      </span>
      <span className="min-w-0 flex-1 pt-0.5">
        <span className={`block wrap-anywhere ${is_read ? 'text-soft' : 'font-medium'}`}>
          {renderNotification(notification)}
          {actors.length === 0 && times > 1 && <span className="text-soft"> · {times} times</span>}
        </span>
        <Time at={created_at} className="text-small text-faint" />
      </span>
      {!is_read && (
        <span className="mt-2 size-2.5 shrink-0 rounded-full bg-brand">
          <span className="sr-only">Unread</span>
        </span>
      )}
    </Link>
  )
}
