import type { Professor } from '../contract.ts'
import { counted, qualityTone } from './labels.ts'
import { fills } from './Score.tsx'

const stars = [5, 4, 3, 2, 1] as const

/** Number of ratings per star: a table whose rows are the bars of a chart. */
export function Distribution({ professor }: { professor: Professor }) {
  const { rating_distribution: counts, total_ratings } = professor
  const most = Math.max(1, ...Object.values(counts))
  return (
    <section aria-labelledby="distribution" className="card px-5 py-4">
      <h2 id="distribution" className="text-card">
        Ratings breakdown
      </h2>
      <table aria-labelledby="distribution" className="mt-2 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Stars</th>
            <th scope="col">Share</th>
            <th scope="col">Ratings</th>
          </tr>
        </thead>
        <tbody>
          {stars.map((star) => (
            <tr key={star}>
              <th scope="row" className="w-14 py-1 pr-2 text-left text-small font-medium whitespace-nowrap text-soft">
                {star} {star === 1 ? 'star' : 'stars'}
              </th>
              <td className="py-1">
                <span className="sr-only">{Math.round((100 * counts[star]) / total_ratings)}%</span>
                <span aria-hidden className="block h-3.5 overflow-hidden rounded-[5px] bg-sunken">
                  <span
                    className={`block h-full rounded-[5px] ${fills[qualityTone(star)]}`}
                    style={{ width: `${(100 * counts[star]) / most}%` }}
                  />
                </span>
              </td>
              <td className="w-10 py-1 pl-2 text-right text-small font-semibold tabular-nums">{counts[star]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 text-small text-faint">{counted(total_ratings)}, rounded to whole stars</p>
    </section>
  )
}
