import type { ReactNode } from 'react'
import { PersonRow as Shell } from '../../../shared/web/ui/PersonRow.tsx'
import type { Person } from '../contract.ts'
import { StaffBadge } from './StaffBadge.tsx'

type UserRow = Pick<Person, 'id' | 'name' | 'avatar_url' | 'major' | 'graduation_year' | 'mutual_friends_count'> &
  Partial<Pick<Person, 'is_staff'>>

type Props = {
  person: UserRow
  /** Shown instead of subject and year. */
  note?: ReactNode
  children: ReactNode
}

/** One user in a list, with studies, mutual friends and actions. */
export function PersonRow({ person, note, children }: Props) {
  return (
    <Shell
      person={person}
      to={`/profile/${person.id}`}
      badge={person.is_staff && <StaffBadge />}
      reason={
        <>
          {note ? (
            <span className="block sm:inline">{note}</span>
          ) : (
            <span className="block truncate sm:inline">{formatStudies(person) || 'Student'}</span>
          )}
          {person.mutual_friends_count > 0 && (
            <span className="block truncate sm:inline sm:before:content-['_·_']">
              {formatMutualFriends(person.mutual_friends_count)}
            </span>
          )}
        </>
      }
    >
      {children}
    </Shell>
  )
}

/** Formats 'Physics, 2028 · 3 mutual friends', without missing parts. */
export const describeUser = (person: Omit<UserRow, 'id' | 'name' | 'avatar_url'>): string =>
  [formatStudies(person), formatMutualFriends(person.mutual_friends_count)].filter(Boolean).join(' · ')

const formatStudies = ({ major, graduation_year }: Pick<UserRow, 'major' | 'graduation_year'>) =>
  [major, graduation_year].filter(Boolean).join(', ')

export const formatMutualFriends = (count: number) =>
  count === 0 ? '' : `${count} mutual ${count === 1 ? 'friend' : 'friends'}`
