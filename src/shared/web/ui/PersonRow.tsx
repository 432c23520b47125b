import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from './Avatar.tsx'

type Props = {
  person: ComponentProps<typeof Avatar>['person']
  /** The profile. */
  to: string
  /** After the name. */
  badge?: ReactNode
  /** Why this person is here: 'Same major · 2 mutual friends'. */
  reason: ReactNode
  /** Buttons; below the name where it would have less than 80 px. */
  children?: ReactNode
}

/** One person in a list: face, name, reason and actions. */
export const PersonRow = ({ person, to, badge, reason, children }: Props) => (
  <li className="flex flex-wrap items-center gap-3 px-4 py-2.5">
    <Avatar person={person} />
    <div className="min-w-0 flex-1 basis-20">
      <p className="flex min-w-0 items-center gap-1.5 font-semibold">
        <Link to={to} className="min-w-0 wrap-anywhere hover:underline max-sm:line-clamp-2 sm:truncate">
          {person.name}
        </Link>
        {badge}
      </p>
      <p className="text-small text-soft sm:truncate">{reason}</p>
    </div>
    <div className="ml-auto flex shrink-0 items-center gap-1.5 max-phone:max-w-full max-phone:flex-wrap">
      {children}
    </div>
  </li>
)
