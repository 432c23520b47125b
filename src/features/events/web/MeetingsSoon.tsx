import { useQuery } from '@tanstack/react-query'
import { CalendarDays } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { useMyGroups } from '../../groups/web/queries.ts'
import { eventsApi } from '../contract.gen.ts'
import { useZone, weekdayAndTime } from './school-time.ts'

/** Within six days the weekday alone names the day. */
const soonSeconds = 6 * 86_400
const maxShown = 6
const hourSeconds = 3600

/** The events of the viewer's groups that end after now and begin within six days, soonest first. */
export function useMeetings() {
  const [from] = useState(() => Math.floor(Date.now() / 1000 / hourSeconds) * hourSeconds) // one address per hour
  const list = useQuery(
    query(eventsApi.list, { query: { filter: 'group-events', from, to: from + soonSeconds, limit: 50 } }),
  )
  const { groups } = useMyGroups('')
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const now = Date.now() / 1000
  const meetings = (list.data?.data ?? []).flatMap((event) => {
    const groupName = event.group_id === null ? undefined : names.get(event.group_id)
    return groupName !== undefined && event.end_date > now && event.status === 'planned' ? [{ event, groupName }] : []
  })
  return { isPending: list.isPending, meetings: meetings.slice(0, maxShown) }
}

/** Links to the next meetings of the viewer's groups, in a row that scrolls sideways. A failure looks like no meeting. */
export function MeetingsSoon({ meetings }: Pick<ReturnType<typeof useMeetings>, 'meetings'>) {
  const zone = useZone()
  if (meetings.length === 0) return null
  return (
    <section aria-labelledby="meetings" className="border-b border-line desk:mb-3 desk:border-0">
      <h2 id="meetings" className="sr-only">
        Meeting soon
      </h2>
      <ul className="flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] desk:px-0">
        {meetings.map(({ event, groupName }) => (
          <li key={event.id} className="shrink-0">
            <Link
              to={`/groups/${event.group_id}?tab=events&event=${event.id}`}
              title={event.title}
              className="flex min-h-11 max-w-72 items-center gap-2 rounded-full bg-gold-soft px-4 text-small font-medium hover:underline"
            >
              <Icon icon={CalendarDays} size={16} />
              <span className="shrink-0">{weekdayAndTime(event.start_date, zone)}</span>
              <span className="sr-only">, {event.title}, </span>
              <span className="truncate">{groupName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
