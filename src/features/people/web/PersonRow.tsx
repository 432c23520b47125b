import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import type { Person } from '../contract.ts'
import { StaffBadge } from './StaffBadge.tsx'

type UserRow = Pick<Person, 'id' | 'name' | 'avatar_url' | 'major' | 'graduation_year' | 'mutual_friends_count'> &
  Partial<Pick<Person, 'is_staff'>>

type Props = {
  person: UserRow
  /** Shown instead of subject and year. */
  note?: string
  /** Buttons; with `wraps`, on a phone, below the name when the row is too narrow. */
  children: ReactNode
  wraps?: boolean
}

/** One user in a list, with studies, mutual friends and actions. */
export function PersonRow({ person, note, children, wraps = false }: Props) {
  return (
    <li className={'flex flex-wrap items-center gap-3 px-4 py-2.5'}>
      <Avatar person={person} />
      <div className="min-w-0 flex-1 basis-20">
        <p className="flex min-w-0 items-center gap-1.5 font-semibold">
          <Link to={`/profile/${person.id}`} className="min-w-0 truncate hover:underline">
            {person.name}
          </Link>
          {person.is_staff && <StaffBadge />}
        </p>
        <p className="text-small text-soft sm:truncate">
          <span className="block truncate sm:inline">{note ?? (formatStudies(person) || 'Student')}</span>
          {person.mutual_friends_count > 0 && (
            <span className="block truncate sm:inline sm:before:content-['_·_']">
              {formatMutualFriends(person.mutual_friends_count)}
            </span>
          )}
        </p>
      </div>
      <div
        className={`ml-auto flex shrink-0 items-center gap-1.5 ${wraps ? 'max-sm:basis-full phone:max-sm:pl-[3.25rem]' : ''}`}
      >
        {children}
      </div>
    </li>
  )
}

/** Formats 'Physics, 2028 · 3 mutual friends', without missing parts. */
export const describeUser = (person: Omit<UserRow, 'id' | 'name' | 'avatar_url'>): string =>
  [formatStudies(person), formatMutualFriends(person.mutual_friends_count)].filter(Boolean).join(' · ')

const formatStudies = ({ major, graduation_year }: Pick<UserRow, 'major' | 'graduation_year'>) =>
  [major, graduation_year].filter(Boolean).join(', ')

export const formatMutualFriends = (count: number) =>
  count === 0 ? '' : `${count} mutual ${count === 1 ? 'friend' : 'friends'}`
