import { BookOpen, CalendarDays, MessageCircle, MessageCircleMore, PenLine, Tag } from 'lucide'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { type Drawing, Icon } from '../../../shared/web/ui/Icon.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import type { Hit, SearchType } from '../contract.ts'
import type { Command } from './commands.ts'

/** Types whose hits have an avatar. */
const avatarTypes = ['person', 'group', 'professor'] as const satisfies readonly SearchType[]
type AvatarType = (typeof avatarTypes)[number]
const hasFace = (kind: SearchType): kind is AvatarType => (avatarTypes as readonly SearchType[]).includes(kind)

const icons: Record<Exclude<SearchType, AvatarType>, Drawing> = {
  message: MessageCircle,
  post: PenLine,
  event: CalendarDays,
  listing: Tag,
  assignment: BookOpen,
  confession: MessageCircleMore,
}

const Plate = ({ icon }: { icon: Drawing }) => (
  <span className="disc size-8 shrink-0 bg-sunken text-soft">
    <Icon icon={icon} size={16} />
  </span>
)

export function CommandRow({ command: { label, icon } }: { command: Command }) {
  return (
    <>
      <Plate icon={icon} />
      {label}
    </>
  )
}

const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const formatDay = (seconds: number) => day.format(new Date(seconds * 1000))

/** A search hit: avatar or icon, title, excerpt and time. */
export function HitRow({ hit }: { hit: Hit }) {
  const { kind, id, title, text, at, image_url } = hit
  return (
    <>
      {hasFace(kind) ? (
        <Avatar person={{ id, name: title, avatar_url: image_url }} size={32} />
      ) : (
        <Plate icon={icons[kind]} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{title}</span>
        {text && <span className="block truncate text-small text-soft">{text}</span>}
      </span>
      {at !== null && (
        <Time at={at} {...(kind === 'event' ? { format: formatDay } : {})} className="shrink-0 text-small text-soft" />
      )}
    </>
  )
}
