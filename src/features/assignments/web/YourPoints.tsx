import type { OwnPoints } from '../contract.ts'
import { useLeaderboard } from './queries.ts'

const none: OwnPoints = { rank: null, total_points: 0, questions: 0, answers: 0, this_week: 0 }

/** Side rail of assignment help: points of the viewer's questions and answers. */
export function YourPoints() {
  const { data } = useLeaderboard()
  return (
    <section className="card px-4.5 py-4">
      <h2 className="text-body">Your Points</h2>
      <Figures points={data?.me ?? none} />
    </section>
  )
}

export const Figures = ({ points }: { points: OwnPoints }) => (
  <dl className="mt-2 divide-y divide-line">
    <Figure label="Total Points" value={points.total_points} />
    <Figure label="Questions" value={points.questions} />
    <Figure label="Answers" value={points.answers} />
    <Figure label="This Week" value={points.this_week} />
  </dl>
)

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div className="flex justify-between py-2">
    <dt className="text-soft">{label}</dt>
    <dd className="font-display font-semibold tabular-nums">{value}</dd>
  </div>
)
