import { Check } from 'lucide'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { usePeople } from './people.ts'

export type UserResult = { readonly id: string; readonly name: string; readonly avatar_url: string | null }
type Props = {
  text: string
  onChoose: (person: UserResult) => void
  /** Ids of the users that are already selected, where several can be. */
  chosen?: readonly string[]
}

/** Search results from which to select users. */
export function PeopleResults({ text, onChoose, chosen }: Props) {
  const { people, isPending, isError } = usePeople(text)
  if (isError) return <p className="px-3 py-4 text-soft">Search isn’t working right now. Try again.</p>
  if (isPending) {
    return (
      <div role="status" aria-label="Searching" className="space-y-2 p-2">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    )
  }
  if (people.length === 0) return <p className="px-3 py-4 text-soft">No one by that name.</p>
  return (
    <ul aria-label="People">
      {people.map((person) => (
        <li key={person.id}>
          <button
            type="button"
            {...(chosen ? { 'aria-pressed': chosen.includes(person.id) } : {})}
            onClick={() => onChoose(person)}
            className="flex min-h-14 w-full items-center gap-3 rounded-control px-2.5 text-left transition-colors hover:bg-sunken"
          >
            <Avatar person={person} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{person.name}</span>
              {person.major && <span className="block truncate text-small text-soft">{person.major}</span>}
            </span>
            {chosen?.includes(person.id) && <Icon icon={Check} strokeWidth={2} className="text-brand" />}
          </button>
        </li>
      ))}
    </ul>
  )
}
