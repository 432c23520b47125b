import type { ComponentProps } from 'react'
import { Avatar } from './Avatar.tsx'

const maxFaces = 3

type Props = {
  /** The first three are shown. */
  people: readonly ComponentProps<typeof Avatar>['person'][]
  /** Names them: 'Ada, Alan and 12 going'. */
  text: string
}

/** A few faces that overlap, and a text that names them. */
export const PeopleRow = ({ people, text }: Props) => (
  <p className="flex min-w-0 items-center gap-2 text-small text-soft">
    {people.length > 0 && (
      <span aria-hidden className="flex shrink-0 -space-x-2">
        {people.slice(0, maxFaces).map((person) => (
          <span key={person.id ?? person.name} className="inline-flex rounded-full ring-2 ring-surface">
            <Avatar person={person} size={20} />
          </span>
        ))}
      </span>
    )}
    <span className="min-w-0 wrap-anywhere">{text}</span>
  </p>
)
