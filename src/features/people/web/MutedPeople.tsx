import { Button } from '../../../shared/web/ui/Button.tsx'
import { ListFrame } from './ListFrame.tsx'
import { PersonRow } from './PersonRow.tsx'
import { usePeople } from './queries.ts'
import { useMute } from './safety.tsx'

/** The users that the viewer has muted, by name. */
export default function MutedPeople() {
  const people = usePeople('muted', { q: '', letter: '' })
  return (
    <ListFrame
      list={people}
      label="Muted people"
      problem="We couldn’t load the people you muted."
      empty={<p className="text-soft">No muted people</p>}
    >
      {people.rows.map((person) => (
        <PersonRow key={person.id} person={person}>
          <Unmute id={person.id} name={person.name} />
        </PersonRow>
      ))}
    </ListFrame>
  )
}

function Unmute(person: { id: string; name: string }) {
  const { mutate, isPending } = useMute(person)
  return (
    <Button
      aria-label={`Unmute ${person.name}`}
      pendingLabel={isPending && 'Unmuting...'}
      onClick={() => mutate(false)}
    >
      Unmute
    </Button>
  )
}
