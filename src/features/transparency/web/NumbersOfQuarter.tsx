import type { ReactNode } from 'react'
import type { Cell, Numbers, TransparencyReport } from '../contract.ts'
import { type BreakdownName, cellLabels, formatHours } from './labels.ts'

/** The numbers of one quarter, and the newest seal of the audit log. */
export function NumbersOfQuarter({ report }: { report: TransparencyReport }) {
  const { numbers, audit_head } = report
  return (
    <div className="space-y-3 desk:space-y-4">
      {numbers ? (
        <Figures numbers={numbers} />
      ) : (
        <p className="card px-4.5 py-10 text-center font-medium">Not enough people to publish numbers.</p>
      )}
      {audit_head && (
        <Part title="Audit log">
          <p className="text-soft">
            Every act of a moderator is in a log that can’t be changed unnoticed. Keep this line: it proves later that
            nothing was cut off.
          </p>
          <code className="mt-2 block rounded-control bg-sunken px-3.5 py-2.5 text-small wrap-anywhere">
            {audit_head}
          </code>
        </Part>
      )}
    </div>
  )
}

function Figures({ numbers }: { numbers: Numbers }) {
  const { dismissed_share, hours_to_first_decision, hours_to_appeal_answer, intimate_image_notices_in_time } = numbers
  return (
    <>
      <Part title="Reports" total={numbers.reports}>
        <Breakdown numbers={numbers} name="reports_by_category" title="By reason" />
        <Breakdown numbers={numbers} name="reports_by_resolution" title="By result" />
        <Rows
          title="How they were handled"
          rows={[
            ['Found to be no violation', formatShare(dismissed_share)],
            ...listDurations(hours_to_first_decision, 'a first decision'),
            ...(numbers.missed_deadlines === undefined
              ? []
              : [['Deadlines missed', numbers.missed_deadlines] as const]),
          ]}
        />
      </Part>
      <Part title="Decisions" total={numbers.decisions}>
        <Breakdown numbers={numbers} name="decisions_by_type" title="By type" />
        <Breakdown numbers={numbers} name="decisions_by_source" title="By source" />
        <Rows title="Automation" rows={[['Decided by an automatic system', numbers.automated_decisions]]} />
      </Part>
      <Part title="Appeals" total={numbers.appeals}>
        <Breakdown numbers={numbers} name="appeals_by_outcome" title="By outcome" />
        <Rows
          title="How they were answered"
          rows={[
            ['By the moderator of the decision', numbers.appeals_same_person],
            ...listDurations(hours_to_appeal_answer, 'an answer'),
          ]}
        />
      </Part>
      <Part title="Anonymous authors opened" total={numbers.seals_opened}>
        <Breakdown numbers={numbers} name="seals_by_category" title="By category" />
      </Part>
      <Part title="Notices about intimate pictures" total={numbers.intimate_image_notices}>
        {intimate_image_notices_in_time !== null && (
          <Rows title="Speed" rows={[['Handled within 48 hours', formatShare(intimate_image_notices_in_time)]]} />
        )}
      </Part>
    </>
  )
}

function Part({ title, total, children }: { title: string; total?: Cell; children: ReactNode }) {
  return (
    <section aria-label={title} className="card px-4.5 py-4.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-card">{title}</h2>
        {total !== undefined && (
          <p className="text-card tabular-nums">
            <span className="sr-only">Total: </span>
            {format(total)}
          </p>
        )}
      </div>
      {children}
    </section>
  )
}

const Breakdown = ({ numbers, name, title }: { numbers: Numbers; name: BreakdownName; title: string }) => (
  <Rows title={title} rows={numbers[name].map((cell) => [cellLabels[name][cell.name] ?? cell.name, cell.count])} />
)

type Row = readonly [label: string, value: Cell | string]

const Rows = ({ title, rows }: { title: string; rows: readonly Row[] }) => (
  <>
    <h3 className="mt-4 mb-1 text-small font-semibold text-soft">{title}</h3>
    <dl className="divide-y divide-line">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
          <dt className="min-w-0 wrap-anywhere">{label}</dt>
          <dd
            className={`ml-auto text-right tabular-nums ${typeof value === 'number' && value > 0 ? 'font-semibold' : 'text-soft'}`}
          >
            {format(value)}
          </dd>
        </div>
      ))}
    </dl>
  </>
)

const format = (value: Cell | string) => (typeof value === 'number' ? value.toLocaleString('en') : value)
const formatShare = (percent: number | null) => (percent === null ? 'not shown' : `${percent} %`)

const listDurations = (duration: Numbers['hours_to_first_decision'], what: string): Row[] => [
  [`Half of them had ${what} within`, duration ? formatHours(duration.median) : 'not shown'],
  [`Nine of ten had ${what} within`, duration ? formatHours(duration.p90) : 'not shown'],
]
