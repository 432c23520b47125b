import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import type { Author } from '../contract.ts'
import { StaffBadge } from './StaffBadge.tsx'

type Props = { author: Author; time: number; edited?: number | null; note?: string | undefined }

/** Author and time of an item. An anonymous author has a hatched disc and no link. */
export function Byline({ author, time, edited = null, note }: Props) {
  return (
    <>
      <Avatar person={author} />
      <div className="min-w-0 flex-1">
        <div className={`flex items-baseline gap-x-1 ${edited === null ? '*:last:shrink-0' : 'flex-wrap'}`}>
          <AuthorName author={author} />
          <span className="text-small text-faint">
            <span aria-hidden>· </span>
            <Time at={time} />
            {edited !== null && (
              <>
                {' '}
                <span aria-hidden>· </span>
                Edited <Time at={edited} />
              </>
            )}
          </span>
        </div>
        {note && <p className="text-small text-faint">{note}</p>}
      </div>
    </>
  )
}

/** The author's name, linked to the profile. */
export function AuthorName({ author }: { author: Author }) {
  if (author.id === null) return <p className="truncate font-semibold">{author.name}</p>
  return (
    <p className="flex min-w-0 items-center gap-1.5 font-semibold">
      <Link to={`/profile/${author.id}`} className="min-w-0 truncate leading-6 hover:underline">
        {author.name}
      </Link>
      {author.is_staff && <StaffBadge />}
    </p>
  )
}
