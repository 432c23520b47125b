import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '../../../shared/web/api.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { messagesApi } from '../contract.gen.ts'

/** Who reacted to a message, by emoji. */
export default function ReactionList({ id, onClose }: { id: string; onClose: () => void }) {
  const list = useQuery({ ...query(messagesApi.reactions, { params: { id } }), staleTime: 0 })
  return (
    <Dialog open onClose={onClose} title="Reactions">
      {list.isPending && (
        <div role="status" aria-label="Loading reactions" className="space-y-2">
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </div>
      )}
      {list.isError && (
        <ErrorState bare text="Failed to load reactions" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.data.length === 0 && <p className="py-6 text-center text-soft">No reactions any more</p>}
      {list.data?.data.map(({ emoji, people }) => (
        <section key={emoji} aria-label={emoji} className="pb-2">
          <h3 className="py-1 text-card">
            <span aria-hidden>{emoji}</span> <span className="text-small font-normal text-soft">{people.length}</span>
          </h3>
          <ul>
            {people.map((person) => (
              <li key={person.id}>
                <Link
                  to={`/profile/${person.id}`}
                  className="flex min-h-11 items-center gap-3 rounded-control hover:bg-sunken"
                >
                  <Avatar person={person} size={32} />
                  <span className="min-w-0 truncate font-medium">{person.name}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
