import { useQueryClient } from '@tanstack/react-query'
import { UserMinus } from 'lucide'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useInfiniteList } from '../../../shared/web/data/infinite-list.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ConfirmDialog } from '../../../shared/web/ui/ConfirmDialog.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Attendee, Event } from '../contract.ts'
import { invalidateEvents } from './queries.ts'
import { RemovedPeople } from './RemovedPeople.tsx'

/** The attendees: friends first, then in the order in which they signed up. */
export function Attendees({ event }: { event: Event }) {
  const { id, attendees_count: count } = event
  const [removed, setRemoved] = useState<Attendee>()
  const { items: people, ...list } = useInfiniteList(eventsApi.attendees, { params: { id } }, { enabled: count > 0 })
  return (
    <section className="mt-6">
      <h3 className="text-card">Who’s going</h3>
      {count === 0 && <p className="mt-1 text-soft">No one yet. Be the first to go.</p>}
      {count > 0 && list.isPending && <Skeleton className="mt-2 h-11" />}
      {list.isError && (
        <ErrorState text="We couldn’t load who’s going." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {count > 0 && (
        <ul aria-label="Going" className="mt-2 grid grid-cols-1 gap-x-4 sm:grid-cols-2">
          {people.map((person) => (
            <li key={person.id} className="flex items-center">
              <Link
                to={`/profile/${person.id}`}
                className="flex min-w-0 flex-1 min-h-13 items-center gap-3 rounded-control hover:underline"
              >
                <Avatar person={person} size={36} />
                <span className="truncate font-medium">{person.name}</span>
              </Link>
              {event.can.remove_attendees && (
                <IconButton label={`Remove ${person.name}`} onClick={() => setRemoved(person)}>
                  <Icon icon={UserMinus} size={18} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button pendingLabel={list.isFetchingNextPage && 'Loading...'} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
      {event.can.remove_attendees && <RemovedPeople event={event} />}
      {removed && <RemoveAttendee event={event} person={removed} onClose={() => setRemoved(undefined)} />}
    </section>
  )
}

function RemoveAttendee({ event, person, onClose }: { event: Event; person: Attendee; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useLockedMutation({
    mutationFn: () => call(eventsApi.removeAttendee, { params: { id: event.id, uid: person.id } }),
    onSuccess: onClose,
    onSettled: () => void invalidateEvents(client),
  })
  const link = event.online_link ? ' The online link is removed too, because they know it. Add a new one.' : ''
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Remove attendee"
      question={`Remove ${person.name} from “${event.title}”? They will be notified, and can come back only when you let them in.${link}`}
      confirmLabel="Remove"
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
      pendingLabel="Removing..."
      error={remove.error ? userMessage(remove.error, unknownFailure, { statuses: 'all' }) : undefined}
    />
  )
}
