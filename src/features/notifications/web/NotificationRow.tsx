import {
  AlarmClock,
  Award,
  CalendarClock,
  CalendarDays,
  Check,
  Flag,
  GraduationCap,
  Heart,
  Megaphone,
  MessageCircle,
  Reply,
  Shield,
  Tag,
  UserPlus,
  Users,
  UserX,
} from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type NotificationKind, renderNames } from '../../../shared/notification-kinds.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { type Drawing, Icon } from '../../../shared/web/ui/Icon.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import type { NotificationEntry } from './sections.ts'

const icons: Record<NotificationKind, Drawing> = {
  comment: MessageCircle,
  reply: Reply,
  like: Heart,
  mention: MessageCircle,
  reaction: Heart,
  reminder: AlarmClock,
  message_request: MessageCircle,
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
  waitlist: CalendarClock,
  listing_interest: Tag,
  listing_state: Tag,
  listing_match: Tag,
  price_drop: Tag,
  report: Flag,
  rating: GraduationCap,
  moderation: Shield,
  appeal: Shield,
  seal: Shield,
  no_show: UserX,
  urgent_case: Flag,
  case_overdue: Flag,
  notice: Flag,
}

type Props = {
  notification: NotificationEntry
  onOpen: () => void
  /** Buttons to answer a request, below the row. */
  answer?: ReactNode
}

/** One notification: a link to its page with what it is about, then the buttons that answer it. */
export function NotificationRow({ notification, onOpen, answer }: Props) {
  const { kind, link, actors, times, created_at, is_read, preview, sentence } = notification
  const names = sentence.startsWith('{names}') ? renderNames(notification) : ''
  return (
    <>
      <Link
        to={link}
        onClick={onOpen}
        className="flex min-h-18 items-center gap-3 px-4.5 py-3 -outline-offset-2 transition-colors hover:bg-sunken"
      >
        {actors.length > 0 ? (
          <ActorFaces actors={actors} />
        ) : (
          <span className="disc size-11 shrink-0 bg-sunken text-soft">
            <Icon icon={icons[kind]} />
          </span>
        )}
        <span className="min-w-0 flex-1">
          <span className={`block wrap-anywhere ${is_read ? 'text-soft' : ''}`}>
            {names && <b className="font-semibold text-ink">{names}</b>}
            {sentence.replace('{names}', '')}
            {actors.length === 0 && times > 1 && <span className="text-soft"> · {times} times</span>}
          </span>
          {preview?.text && (
            <span dir="auto" className="line-clamp-1 text-small wrap-anywhere text-soft">
              “{preview.text}”
            </span>
          )}
          <Time at={created_at} className="block text-small text-faint" />
        </span>
        {preview?.image_url && (
          <img
            src={preview.image_url}
            alt=""
            width={40}
            height={40}
            loading="lazy"
            className="size-10 shrink-0 rounded-control bg-sunken object-cover"
          />
        )}
        {!is_read && (
          <span className="size-2.5 shrink-0 rounded-full bg-brand">
            <span className="sr-only">Unread</span>
          </span>
        )}
      </Link>
      {answer}
    </>
  )
}

/** The face of one user, or those of the latest two. */
function ActorFaces({ actors: [one, other] }: Pick<NotificationEntry, 'actors'>) {
  if (!one) return null
  if (!other)
    return (
      <span className="inline-flex size-11 shrink-0">
        <Avatar person={one} />
      </span>
    )
  return (
    <span aria-hidden className="relative size-11 shrink-0">
      <span className="absolute top-0 left-0">
        <Avatar person={other} size={32} />
      </span>
      <span className="absolute right-0 bottom-0 inline-flex rounded-full ring-2 ring-surface">
        <Avatar person={one} size={32} />
      </span>
    </span>
  )
}
