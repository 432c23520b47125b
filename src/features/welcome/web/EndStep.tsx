import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import type { SuggestedPerson } from '../../people/contract.ts'
import { useMe } from '../../session/web/auth.tsx'
import { formatIntroduction } from './introduction.ts'

/** Of others, beside the viewer's own face. */
const maxFaces = 4

/** The viewer on the lawn of the school, with others who are there already. */
export function EndPicture({ people }: { people: readonly SuggestedPerson[] }) {
  const me = useMe()
  return (
    <div aria-hidden data-picture className="mb-6 flex flex-col items-center">
      <LawnIllustration className="w-72 max-w-full" />
      <div className="-mt-7 flex items-center">
        {[me, ...people.slice(0, maxFaces)].map((person, index) => (
          <span key={person.id} className={`relative rounded-full bg-surface p-1 ${index > 0 ? '-ml-3.5' : 'z-10'}`}>
            <Avatar person={person} size={64} />
          </span>
        ))}
      </div>
    </div>
  )
}

/** The first post, as it would appear. */
export function EndStep() {
  const me = useMe()
  return (
    <>
      <p className="mt-2 text-soft">We’ve started a post for you:</p>
      <figure className="my-3 flex gap-3 rounded-card bg-sunken p-4">
        <Avatar person={me} />
        <div className="min-w-0">
          <figcaption className="font-semibold wrap-anywhere">{me.name}</figcaption>
          <p dir="auto" className="text-body wrap-anywhere">
            {formatIntroduction(me)}
          </p>
        </div>
      </figure>
      <p className="text-soft">You can change it before you post it.</p>
    </>
  )
}
