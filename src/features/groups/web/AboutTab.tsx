import { CalendarClock, CalendarDays, MapPin, Users } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { RichText } from '../../../shared/web/ui/RichText.tsx'
import type { Group } from '../contract.ts'
import { formatMembers } from './labels.ts'
import { Tags } from './Tags.tsx'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

export function AboutTab({ group }: { group: Group }) {
  const { creator } = group
  const places = group.max_members === null ? '' : ` of ${group.max_members.toLocaleString('en')}`
  return (
    <div className="card space-y-5 px-4.5 py-5">
      <Part title="Description">
        {group.description ? (
          <RichText text={group.description} className="text-body wrap-anywhere" />
        ) : (
          <p className="text-soft">No description yet.</p>
        )}
      </Part>
      {group.rules && (
        <Part title="Rules">
          <RichText text={group.rules} className="text-body wrap-anywhere" />
        </Part>
      )}
      <ul className="space-y-2">
        {group.location && (
          <Fact icon={<Icon icon={MapPin} />} label="Location">
            {group.location}
          </Fact>
        )}
        {group.meeting_schedule && (
          <Fact icon={<Icon icon={CalendarClock} />} label="Meeting schedule">
            {group.meeting_schedule}
          </Fact>
        )}
        <Fact icon={<Icon icon={Users} />} label="Members">
          {formatMembers(group.members_count)}
          {places}
        </Fact>
        {group.created_at !== null && (
          <Fact icon={<Icon icon={CalendarDays} />} label="Created">
            {day.format(group.created_at * 1000)}
          </Fact>
        )}
      </ul>
      {group.tags.length > 0 && <Tags tags={group.tags} />}
      {group.can.see && (
        <p className="flex items-center gap-3">
          <Avatar person={creator} />
          <span className="min-w-0">
            <span className="block text-small text-faint">Created by</span>
            {creator.id === null ? (
              <span className="font-semibold">{creator.name}</span>
            ) : (
              <Link to={`/profile/${creator.id}`} className="block truncate font-semibold hover:underline">
                {creator.name}
              </Link>
            )}
          </span>
        </p>
      )}
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="mb-1 text-card">{title}</h2>
    {children}
  </section>
)

const Fact = ({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) => (
  <li className="flex gap-3">
    <span aria-hidden className="shrink-0 text-soft">
      {icon}
    </span>
    <span className="min-w-0 wrap-anywhere">
      <span className="sr-only">{label}: </span>
      {children}
    </span>
  </li>
)
