import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { call, query } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { useLockedMutation } from '../../../shared/web/locked-mutation.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { ErrorState } from '../../../shared/web/ui/states.tsx'
import { eventsApi } from '../contract.gen.ts'
import type { Event } from '../contract.ts'
import { invalidateEvents } from './queries.ts'

/** To organizers: the people who were removed from an event, each with a button that lets them come again. */
export function RemovedPeople({ event: { id } }: { event: Event }) {
  const client = useQueryClient()
  const removed = useQuery(query(eventsApi.removed, { params: { id } }))
  const readmit = useLockedMutation({
    mutationFn: (uid: string) => call(eventsApi.readmit, { params: { id, uid } }),
    onSettled: () => void invalidateEvents(client),
  })
  const people = removed.data?.data ?? []
  if (removed.isError)
    return (
      <ErrorState
        bare
        text="We couldn’t load who was removed."
        error={removed.error}
        onRetry={() => void removed.refetch()}
      />
    )
  if (people.length === 0) return null
  return (
    <section className="mt-6">
      <h3 className="text-card">Removed</h3>
      <p className="mt-1 text-small text-soft">They can take a seat again when you let them back in.</p>
      <ul aria-label="Removed" className="mt-2">
        {people.map((person) => (
          <li key={person.id} className="flex min-h-13 items-center gap-3">
            <Avatar person={person} size={36} />
            <Link to={`/profile/${person.id}`} className="min-w-0 flex-1 truncate font-medium hover:underline">
              {person.name}
            </Link>
            <Button
              pendingLabel={readmit.isPending && readmit.variables === person.id && 'Letting in...'}
              disabled={readmit.isPending}
              aria-label={`Let back in ${person.name}`}
              onClick={() => person.id !== null && readmit.mutate(person.id)}
            >
              Let back in
            </Button>
          </li>
        ))}
      </ul>
      {readmit.error && (
        <p role="alert" className="mt-1 text-small text-danger">
          {userMessage(readmit.error, unknownFailure, { statuses: 'all' })}
        </p>
      )}
    </section>
  )
}
