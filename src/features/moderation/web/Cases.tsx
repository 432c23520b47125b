import { type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/web/api.ts'
import { useIsDesktop } from '../../../shared/web/media-query.ts'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { LawnIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Pager } from '../../../shared/web/ui/Pagination.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { EmptyState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { casesApi } from '../case-contract.gen.ts'
import type { Case } from '../case-contract.ts'
import { BreakHint, useUrgentHandled } from './BreakHint.tsx'
import { CaseList } from './CaseList.tsx'
import { CasePane } from './CasePane.tsx'
import { caseTitle, findCase, useCases, useHandledToday, useLinkedCase, usePassed } from './cases.ts'
import { actOutcomes } from './labels.ts'
import { ReportsHead } from './ReportsHead.tsx'
import { loadProblem } from './reports.ts'
import { StatusFilter } from './StatusFilter.tsx'
import { UndoBar } from './UndoBar.tsx'
import { useReportsView } from './url-state.ts'
import type { Defer } from './use-action.ts'
import { type ReturnedAct, useWaitingActs } from './waiting-acts.ts'

/** No one else works on it. */
const isUnclaimed = ({ report }: Case) => report.claimed_by === null

/** Cases per page. */
const pageSize = 50

type Props = {
  school: string
  isGranted: boolean
  /** Other work with a deadline, above the list. */
  deadlines?: ReactNode
}

/** The pending cases beside the open one; on a phone and a tablet one of the two. */
export function Cases({ school, isGranted, deadlines: otherDeadlines }: Props) {
  const view = useReportsView()
  const deadlines = view.search === '' && otherDeadlines
  const isDesk = useIsDesktop()
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [announcement, setAnnouncement] = useState('')
  const [returned, setReturned] = useState<ReturnedAct>()
  /** The case that was opened after a decision, not by the user. */
  const opened = useRef<string>(undefined)
  const taken = useRef(new Set<string>())
  const waiting = useWaitingActs((act) => putBack(act))
  const { handled, countHandled } = useHandledToday()
  const { isBreakDue, countUrgent, beginAgain } = useUrgentHandled()
  const wantsFocus = useRef(false)
  const { wasPassed, rememberPassed } = usePassed()
  /** No one works on it, and this moderator did not pass it on. */
  const isOffered = (item: Case) => isUnclaimed(item) && !wasPassed(item.id)
  const list = useCases({ page: view.page, search: view.search, school_id: school, limit: pageSize })
  const rows = list.data?.cases ?? []
  const cases = rows.filter(({ id }) => !done.has(id))
  const total = list.data?.pagination.total ?? 0
  const left = total > rows.length ? total - done.size : cases.length
  const linked = useLinkedCase(
    view.report,
    list.isSuccess && !findCase(cases, view.report) && !done.has(view.report ?? ''),
  )
  // One that another moderator settled stays open, with what was typed about it.
  const place = `${school} ${view.search} ${view.page}`
  const held = useRef<{ readonly item: Case; readonly place: string }>(undefined)
  const last = held.current?.place === place && !done.has(held.current.item.id) ? held.current.item : undefined
  const kept = last && (view.report ?? last.id) === last.id && (isDesk || view.report) ? last : undefined
  const open =
    findCase(cases, view.report ?? kept?.id) ??
    kept ??
    (returned?.item.id === view.report ? returned?.item : undefined) ??
    linked ??
    (isDesk ? (cases.find(isOffered) ?? cases.find(isUnclaimed) ?? cases[0]) : undefined)
  held.current = open && { item: open, place }
  const section = useFocusOnLeaving(open?.id)

  const show = (next: Case | undefined) => {
    wantsFocus.current = true
    view.change({ report: next?.id }, { replace: true })
  }
  const step = (by: 1 | -1) => {
    const next = open && cases[cases.indexOf(open) + by]
    if (next) show(next)
  }
  const defer: Defer = async ({ item: closed, type, send }) => {
    if (waiting.isWaiting(closed.id)) return undefined // pressed twice
    const index = cases.indexOf(closed)
    const later = cases.slice(index + 1)
    const next = later.find(isOffered) ?? later.find(isUnclaimed) ?? later[0] ?? cases[index - 1]
    setDone(new Set([...done, closed.id]))
    countHandled()
    countUrgent(closed)
    if (returned?.item.id === closed.id) setReturned(undefined)
    setAnnouncement(`${actOutcomes[type]}. ${next ? `Next case: ${caseTitle(next)}.` : 'No cases are left.'}`)
    show(next)
    opened.current = next?.id
    return waiting.defer({ item: closed, type, send })
  }
  /** Goes on from a case that was opened without being chosen, when another moderator was faster. */
  const passOver = (item: Case) => {
    if (view.report !== undefined && opened.current !== item.id) return
    taken.current.add(item.id)
    const next = cases.find((other) => isOffered(other) && !taken.current.has(other.id))
    if (!next) return
    show(next)
    opened.current = next.id
  }
  /** Releases a case without a reason and offers the next one. */
  const passOn = (item: Case) => {
    rememberPassed(item.id)
    void call(casesApi.pass, { params: { id: item.id } }).catch(() => {}) // the claim ends by itself
    const next = [...cases.slice(cases.indexOf(item) + 1), ...cases].find((other) => other !== item && isOffered(other))
    setAnnouncement(`Passed on: ${caseTitle(item)}. ${next ? `Next case: ${caseTitle(next)}.` : ''}`)
    if (next || !isDesk) show(next)
    opened.current = next?.id
  }
  /** Lists a case again whose act was undone or refused. A refused one does not interrupt the work on another one. */
  const putBack = (act: ReturnedAct) => {
    setDone((before) => new Set([...before].filter((id) => id !== act.item.id)))
    countHandled(-1)
    countUrgent(act.item, -1)
    setReturned(act)
    if (act.problem && open) return
    setAnnouncement(act.problem ?? `Undone: ${caseTitle(act.item)}.`)
    show(act.item)
    wantsFocus.current = act.type === 'dismiss' // else the field with the text takes it
  }
  const undo = () => {
    const act = waiting.undo()
    if (act) putBack({ item: act.item, type: act.type })
  }
  const latest = waiting.acts.at(-1)
  const undoBar = latest && <UndoBar key={latest.item.id} act={latest} count={waiting.acts.length} onUndo={undo} />
  const refused = returned?.problem && returned.item.id !== open?.id ? returned : undefined

  return (
    <section ref={section} aria-label="Reports Management">
      <ReportsHead
        view={view}
        school={school}
        onRefresh={() => void list.refetch()}
        isGranted={isGranted}
        {...(isGranted
          ? {}
          : {
              filters: (
                <StatusFilter
                  status="pending"
                  onChange={(status) => view.change({ view: 'table', status, report: undefined })}
                />
              ),
            })}
        progress={
          left + handled > 0 && (
            <p className="text-small whitespace-nowrap text-soft tabular-nums max-sm:sr-only">
              {handled} of {handled + left} today
            </p>
          )
        }
      />
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {refused && (
        <div
          role="alert"
          className="card mb-3 flex flex-wrap items-center gap-2 bg-gold-soft px-4 py-2 max-desk:relative max-desk:z-30"
        >
          <p className="min-w-0 flex-1 font-medium wrap-anywhere">
            {caseTitle(refused.item)}: {refused.problem}
          </p>
          <Button onClick={() => show(refused.item)}>Open the case</Button>
          <Button variant="ghost" onClick={() => setReturned(undefined)}>
            Close
          </Button>
        </div>
      )}
      {isBreakDue && <BreakHint onClose={beginAgain} />}
      {!open && undoBar && <div className="card mb-3 overflow-hidden">{undoBar}</div>}
      {list.isError && (
        <Banner text={loadProblem(list.error, 'Failed to fetch reports')} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <CasesSkeleton />}
      {list.isSuccess && cases.length === 0 && !open && <div className="card mb-3 empty:hidden">{deadlines}</div>}
      {list.isSuccess && cases.length === 0 && !open && (
        <EmptyState
          illustration={<LawnIllustration />}
          title="No reports found"
          text="No reports match your current filters."
          action={view.isNarrowed && <Button onClick={view.reset}>Clear filters</Button>}
        />
      )}
      {(cases.length > 0 || open) && (
        <div className="desk:grid desk:h-[calc(100dvh-15.5rem)] desk:min-h-112 desk:grid-cols-[360px_minmax(0,1fr)] desk:gap-4 roomy:grid-cols-[420px_minmax(0,1fr)]">
          <div className="card desk:overflow-y-auto">
            {deadlines}
            <CaseList
              cases={cases}
              open={open}
              to={({ id }) => view.linkTo({ report: id })}
              onOpen={() => {
                wantsFocus.current = !isDesk // the list is behind the case
              }}
            />
            {list.data && list.data.pagination.totalPages > 1 && (
              <Pager
                page={view.page}
                totalPages={list.data.pagination.totalPages}
                onPage={(page) => view.change({ page, report: undefined })}
              />
            )}
          </div>
          {open && (
            <CasePane
              key={`${open.id} ${returned?.item.id === open.id ? returned.type : ''}`}
              case={open}
              isGone={list.isSuccess && !cases.includes(open) && open !== linked}
              progress={`${handled} of ${handled + left} today`}
              wantsFocus={wantsFocus}
              onStep={step}
              returned={returned?.item.id === open.id ? returned : undefined}
              defer={defer}
              isWaiting={waiting.isWaiting}
              onTaken={() => passOver(open)}
              onPass={cases.includes(open) ? () => passOn(open) : undefined}
              undoBar={undoBar}
              onBack={() => view.change({ report: undefined })}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** When the open case is left for the list, and takes the focus with it, focuses its link, or else the first one. */
function useFocusOnLeaving(openId: string | undefined) {
  const section = useRef<HTMLElement>(null)
  const before = useRef(openId)
  useEffect(() => {
    const left = before.current
    before.current = openId
    if (openId || !left || document.activeElement !== document.body) return
    const links = [...(section.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [])]
    const link = links.find((other) => other.dataset.case === left) ?? links[0]
    link?.focus()
  }, [openId])
  return section
}

const CasesSkeleton = () => (
  <div className="card divide-y divide-line desk:w-90">
    {['a', 'b', 'c', 'd', 'e'].map((row) => (
      <div key={row} className="px-4 py-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="mt-2 h-4 w-full" />
        <Skeleton className="mt-1.5 h-3.5 w-28" />
      </div>
    ))}
  </div>
)
