import { Link } from 'react-router'
import { firstName } from '../../../shared/names.ts'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { useSuggestedPeople } from '../../people/web/suggestions.ts'

const maxFaces = 5

/** Faces of some users, each of which opens a chat. Nothing without suggestions. */
export function SayHi() {
  const { people } = useSuggestedPeople(maxFaces)
  if (!people || people.length === 0) return null
  return (
    <section aria-labelledby="say-hi" className="mt-6">
      <h3 id="say-hi" className="text-base font-semibold">
        Say hi to
      </h3>
      <ul className="mt-2 flex justify-center gap-1">
        {people.map(({ id, name, avatar_url }) => (
          <li key={id}>
            <Link
              to={`/messages/${id}`}
              className="flex w-15 flex-col items-center rounded-control py-2 hover:bg-sunken"
            >
              <Avatar person={{ id, name, avatar_url }} />
              <span className="mt-1 w-full truncate text-small">
                <span className="sr-only">Say hi to </span>
                {firstName(name)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
