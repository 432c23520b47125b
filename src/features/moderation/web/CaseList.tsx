import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { plural } from '../../../shared/plural.ts'
import type { Case } from '../case-contract.ts'
import { CaseDeadline } from './CaseDeadline.tsx'
import { reasonLabel, titled } from './labels.ts'
import { summarize } from './reports.ts'

type Props = {
  cases: readonly Case[]
  open: Case | undefined
  to: (item: Case) => string
  /** A link was followed. */
  onOpen: () => void
}

/** The pending cases as links. Keeps the open one in view. */
export function CaseList({ cases, open, to, onOpen }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const openId = open?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the open case
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <ul ref={list} aria-label="Pending cases" className="divide-y divide-line">
      {cases.map((item) => {
        const { id, report, reports_count } = item
        const { text, by } = summarize(report)
        return (
          <li key={id}>
            <Link
              to={to(item)}
              data-case={id}
              onClick={onOpen}
              aria-current={id === openId ? 'true' : undefined}
              className="block border-l-3 border-transparent px-4 py-2.5 -outline-offset-2 hover:bg-sunken aria-[current]:border-brand aria-[current]:bg-brand-soft desk:pl-3.5"
            >
              <span className="flex items-baseline gap-2">
                <span className="min-w-0 truncate font-semibold">{reasonLabel(report.reason)}</span>
                {reports_count > 1 && (
                  <span className="shrink-0 text-small font-semibold text-brick">
                    {plural(reports_count, 'report')}
                  </span>
                )}
                <CaseDeadline item={item} className="ml-auto shrink-0" />
              </span>
              <span dir="auto" className="line-clamp-2 wrap-anywhere">
                {text}
              </span>
              <span className="block truncate text-small text-soft">
                {titled(report.content_type)}
                {by && ` · ${by}`}
                {report.claimed_by && ` · ${report.claimed_by} is working on this`}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
