import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { formatDeadline, titled } from '../../moderation/web/labels.ts'
import { appealsApi } from '../contract.gen.ts'

const maxShown = 3

/** The appeals that wait for an answer, above the cases. The first deadline first; red when it was missed. */
export function AppealDeadlines({ school }: { school: string }) {
  const list = useQuery(query(appealsApi.due, { query: { school_id: school || undefined } }))
  useLiveEvent('appeals.pending', () => void list.refetch())
  const appeals = list.data?.data ?? []
  if (appeals.length === 0) return null
  return (
    <ul aria-label="Appeals that wait for an answer" className="divide-y divide-line border-b border-line">
      {appeals.slice(0, maxShown).map(({ id, by, action_type, due_at, is_late }) => (
        <li key={id}>
          <Link
            to="/admin?tab=appeals"
            className="flex min-h-11 items-baseline gap-2 border-l-3 border-transparent px-4 py-2.5 -outline-offset-2 hover:bg-sunken desk:pl-3.5"
          >
            <span className="min-w-0 truncate font-semibold">
              {by === 'reporter' ? 'Second review' : `Appeal: ${titled(action_type ?? 'decision')}`}
            </span>
            <Time
              at={due_at}
              format={formatDeadline}
              className={`ml-auto shrink-0 text-small tabular-nums ${is_late ? 'font-semibold text-danger' : 'text-soft'}`}
            />
          </Link>
        </li>
      ))}
      {appeals.length > maxShown && (
        <li>
          <Link
            to="/admin?tab=appeals"
            className="flex min-h-11 items-center border-l-3 border-transparent px-4 text-soft desk:pl-3.5 -outline-offset-2 hover:bg-sunken"
          >
            {plural(appeals.length - maxShown, 'more appeal')}
          </Link>
        </li>
      )}
    </ul>
  )
}
