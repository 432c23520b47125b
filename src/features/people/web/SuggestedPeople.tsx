import { Button } from '../../../shared/web/ui/Button.tsx'
import type { SuggestedPerson } from '../contract.ts'
import { useFriendAct } from './mutations.ts'
import { PersonRow } from './PersonRow.tsx'
import { formatReason, useSuggestedPeople } from './suggestions.ts'

const maxShown = 6

/** Some users to befriend, below an empty list. Nothing without suggestions, or when they fail to load. */
export default function SuggestedPeople() {
  const { people, isSent } = useSuggestedPeople(maxShown)
  if (!people || people.length === 0) return null
  return (
    <section aria-labelledby="people-you-may-know">
      <h3 id="people-you-may-know" className="text-base font-semibold">
        People you may know
      </h3>
      <ul className="-mx-4 divide-y divide-line">
        {people.map((person) => (
          <PersonRow key={person.id} person={person} note={formatReason(person)}>
            <Add person={person} isSent={isSent(person.id)} />
          </PersonRow>
        ))}
      </ul>
    </section>
  )
}

function Add({ person, isSent }: { person: SuggestedPerson; isSent: boolean }) {
  const { mutate, isPending } = useFriendAct(person.id)
  const isDone = isSent || isPending
  return (
    <Button
      disabled={isDone}
      onClick={() => mutate('request')}
      aria-label={isDone ? `Pending: ${person.name}` : `Add Friend: ${person.name}`}
    >
      {isDone ? 'Pending' : 'Add'}
    </Button>
  )
}
