/** The points of somebody who has asked and answered nothing: everybody, until assignment help opens. */
const none = { total: 0, questions: 0, answers: 0, week: 0 }

/** The side rail of assignment help. */
export function YourPoints({ points = none }: { points?: typeof none }) {
  return (
    <section className="card px-4.5 py-4">
      <h2 className="text-body">Your Points</h2>
      <dl className="mt-2 divide-y divide-line">
        <Figure label="Total Points" value={points.total} />
        <Figure label="Questions" value={points.questions} />
        <Figure label="Answers" value={points.answers} />
        <Figure label="This Week" value={points.week} />
      </dl>
    </section>
  )
}

const Figure = ({ label, value }: { label: string; value: number }) => (
  <div className="flex justify-between py-2">
    <dt className="text-soft">{label}</dt>
    <dd className="font-display font-semibold tabular-nums">{value}</dd>
  </div>
)
