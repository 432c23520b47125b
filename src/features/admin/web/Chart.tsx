import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Analytics, Metric } from '../contract.ts'
import { metricLabels } from './metrics.ts'

/** Each metric has a colour, and its own dash pattern for users with colour blindness. */
const strokes: Readonly<Record<Metric, readonly [colour: string, dash: string]>> = {
  posts: ['var(--color-brand)', '0'],
  comments: ['var(--color-brick)', '7 4'],
  new_users: ['var(--color-sky)', '2 4'],
  active_users: ['var(--color-orange)', '10 4 2 4'],
  reports: ['var(--color-danger)', '4 2'],
}

/** The chosen metrics as a line chart and as a table. */
export default function Chart({ numbers, shown }: { numbers: Analytics; shown: readonly Metric[] }) {
  const points = numbers.labels.map((label, index) => ({
    label,
    ...Object.fromEntries(shown.map((metric) => [metric, numbers[metric][index] ?? 0])),
  }))
  return (
    <>
      <ul aria-hidden className="mb-3 flex flex-wrap gap-x-5 gap-y-1 pl-2 text-small">
        {shown.map((metric) => (
          <li key={metric} className="flex items-center gap-2">
            <svg width="22" height="4" aria-hidden>
              <line
                x1="0"
                y1="2"
                x2="22"
                y2="2"
                stroke={strokes[metric][0]}
                strokeWidth="2.5"
                strokeDasharray={strokes[metric][1]}
              />
            </svg>
            {metricLabels[metric]}
          </li>
        ))}
      </ul>
      <div aria-hidden className="h-72 text-tiny">
        <ResponsiveContainer width="100%" height="100%">
          <LineChart data={points} margin={{ top: 4, right: 12, bottom: 0, left: -16 }} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--color-line)" vertical={false} />
            <XAxis dataKey="label" stroke="var(--color-faint)" tickLine={false} minTickGap={24} fontSize={12} />
            <YAxis allowDecimals={false} stroke="var(--color-faint)" tickLine={false} axisLine={false} fontSize={12} />
            <Tooltip
              contentStyle={{
                background: 'var(--color-surface)',
                border: '1px solid var(--color-line)',
                borderRadius: 12,
                color: 'var(--color-ink)',
              }}
            />
            {shown.map((metric) => (
              <Line
                key={metric}
                type="monotone"
                dataKey={metric}
                name={metricLabels[metric]}
                stroke={strokes[metric][0]}
                strokeDasharray={strokes[metric][1]}
                strokeWidth={2.5}
                dot={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <details className="mt-3 px-2">
        <summary className="min-h-8 cursor-pointer font-medium text-brand">View as table</summary>
        <div className="mt-2 overflow-x-auto">
          <table className="w-full text-small tabular-nums">
            <caption className="sr-only">Chart data</caption>
            <thead>
              <tr className="border-b border-line text-left text-faint">
                <th scope="col" className="py-1.5 pr-4 font-medium">
                  When
                </th>
                {shown.map((metric) => (
                  <th key={metric} scope="col" className="py-1.5 pr-4 text-right font-medium">
                    {metricLabels[metric]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {numbers.labels.map((label, index) => (
                <tr key={label} className="border-b border-line last:border-0">
                  <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                    {label}
                  </th>
                  {shown.map((metric) => (
                    <td key={metric} className="py-1.5 pr-4 text-right">
                      {numbers[metric][index]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  )
}
