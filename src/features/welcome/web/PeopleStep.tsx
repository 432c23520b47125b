import { call } from '../../../shared/web/api.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { friendsApi } from '../../people/contract.gen.ts'
import { formatMutualFriends } from '../../people/web/PersonRow.tsx'
import { formatReason, type useSuggestedPeople } from '../../people/web/suggestions.ts'
import { Tile } from './Tile.tsx'

/** Up to this number, they have the whole width. */
const maxFew = 2

type Props = { list: ReturnType<typeof useSuggestedPeople>; onError: (error: Error | undefined) => void }

/** Faces of users that the viewer may know. One press sends a request, another one cancels it. */
export function PeopleStep({ list, onError }: Props) {
  if (list.isError && !list.people)
    return <ErrorState bare text="Couldn’t load people." error={list.error} onRetry={() => void list.refetch()} />
  const areFew = list.people !== undefined && list.people.length <= maxFew
  return (
    <ul className={`grid gap-2 ${areFew ? 'grid-cols-2 [&>:only-child]:col-span-2' : 'grid-cols-3 sm:grid-cols-5'}`}>
      {list.people?.map((person) => (
        <li key={person.id}>
          <Tile
            verb="Add Friend"
            name={person.name}
            picture={<Avatar person={person} size={areFew ? 112 : 64} />}
            note={[formatReason(person), formatMutualFriends(person.mutual_friends_count)].filter(Boolean).join(' · ')}
            labels={['Add', 'Pending']}
            turnOn={() => call(friendsApi.request, { params: { id: person.id } })}
            turnOff={() => call(friendsApi.cancel, { params: { id: person.id } })}
            onError={onError}
          />
        </li>
      )) ?? [1, 2, 3, 4, 5, 6, 7, 8, 9].map((key) => <Skeleton key={key} className="h-36" />)}
    </ul>
  )
}
