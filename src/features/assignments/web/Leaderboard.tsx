import { Link } from 'react-router'
import { Avatar } from '../../../shared/web/ui/Avatar.tsx'
import { Dialog } from '../../../shared/web/ui/Dialog.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { useMe } from '../../session/web/auth.tsx'
import type { Leader } from '../contract.ts'
import { counted } from './labels.ts'
import { useLeaderboard } from './queries.ts'
import { Figures } from './YourPoints.tsx'

const rules = 'Ask a question: 5 points. Answer one: 10. Best answer: 25 more. Each helpful vote: 2.'

/** The leaderboard, the rules for points, and the viewer's points. */
export default function Leaderboard({ onClose }: { onClose: () => void }) {
  const { data, isPending, isError, error, refetch } = useLeaderboard()
  return (
    <Dialog open isInUrl onClose={onClose} title="Leaderboard" description={rules}>
      {isPending && <Skeleton className="h-80" />}
      {isError && <ErrorState text="Something went wrong" error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="text-soft">No points yet. The first answer earns 10.</p>}
      {data && (
        <>
          <ol className="-mx-2">
            {data.data.map((leader) => (
              <Row key={leader.user.id} leader={leader} />
            ))}
          </ol>
          <h3 className="mt-5 text-body">
            Your Points{data.me.rank !== null && <span className="font-sans font-normal"> · Rank {data.me.rank}</span>}
          </h3>
          <Figures points={data.me} />
        </>
      )}
    </Dialog>
  )
}

function Row({ leader: { rank, user, points, best_answers, answers, helpful_votes } }: { leader: Leader }) {
  const me = useMe()
  return (
    <li className={`flex items-center gap-3 rounded-control px-2 py-2 ${user.id === me.id ? 'bg-brand-soft' : ''}`}>
      <span className="w-7 text-center font-display text-card font-bold tabular-nums text-soft">{rank}</span>
      <Avatar person={user} />
      <span className="min-w-0 flex-1">
        <Link to={`/profile/${user.id}`} className="block truncate font-semibold hover:underline">
          {user.name}
        </Link>
        <span className="block truncate text-small text-soft">
          {counted(answers, 'answer')} · {best_answers} best · {helpful_votes} helpful
        </span>
      </span>
      <span className="font-display font-semibold tabular-nums">{points}</span>
    </li>
  )
}
