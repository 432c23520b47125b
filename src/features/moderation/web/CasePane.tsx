import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { plural } from '../../../shared/plural.ts'
import { query } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Icon } from '../../../shared/web/ui/Icon.tsx'
import { IconButton } from '../../../shared/web/ui/IconButton.tsx'
import { ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { casesApi } from '../case-contract.gen.ts'
import type { Case, OwnClaim } from '../case-contract.ts'
import type { ReportCase } from '../report-contract.ts'
import { ActivityHistory } from './ActivityHistory.tsx'
import { CaseActions } from './CaseActions.tsx'
import { CaseDeadline } from './CaseDeadline.tsx'
import { CasePriority } from './CasePriority.tsx'
import { caseTitle } from './cases.ts'
import {
  closedSealText,
  formatDate,
  isClaim,
  isClosed,
  reasonLabel,
  revealLabel,
  titled,
  withoutMarker,
} from './labels.ts'
import { PersonNotes } from './PersonNotes.tsx'
import { ReportedFiles } from './ReportedFiles.tsx'
import { ReportedMedia } from './ReportedMedia.tsx'
import { ReportedVoices } from './ReportedVoices.tsx'
import type { Defer } from './use-action.ts'
import { useClaim } from './use-claim.ts'
import type { ReturnedAct } from './waiting-acts.ts'

const RevealDialog = lazyPart(() => import('./RevealDialog.tsx'))

/** Types whose context is shown before their words. Its place is kept until it arrives. */
const repliesTo: ReadonlySet<string> = new Set(['comment', 'message', 'group_comment'])

type Props = {
  case: Case
  /** It is not in the list any more. */
  isGone: boolean
  progress: string
  /** Whether the heading takes the focus: after a step, not on arrival. */
  wantsFocus: RefObject<boolean>
  onStep: (by: 1 | -1) => void
  returned: ReturnedAct | undefined
  defer: Defer
  isWaiting: (id: string) => boolean
  /** Another moderator works on it. */
  onTaken: () => void
  /** Leaves it to another moderator. */
  onPass?: (() => void) | undefined
  undoBar: ReactNode
  onBack: () => void
}

/** One case: words, context, pictures, reports and person, with the actions at its foot. A screen of its own on a phone. */
export function CasePane({ case: item, isGone, progress, wantsFocus, undoBar, onPass, onBack, ...acting }: Props) {
  const { report } = item
  const heading = useRef<HTMLHeadingElement>(null)
  const details = useQuery(query(casesApi.show, { params: { id: item.id } }))
  const [isRevealing, setIsRevealing] = useState(false)
  useEffect(() => {
    if (wantsFocus.current) heading.current?.focus({ preventScroll: true })
    wantsFocus.current = false
  }, [wantsFocus])
  const {
    before = [],
    after = [],
    reports = [],
    person = null,
    decisions_in_force = null,
    claim,
  } = details.data?.data ?? {}
  const { problem, claims, takeOver, releaseOther } = useClaim(item.id, acting.isWaiting, acting.onTaken)
  const current = details.data?.data.case
  const settled = current?.state === 'settled' ? current : undefined
  const claimedBy = claim ? !claim.is_own && `${claim.claimed_by} is working on this.` : problem
  const [body, words] = [useRef<HTMLDivElement>(null), useRef<HTMLQuoteElement>(null)]
  /** Keeps what was reported in view beside the form about it. */
  const showWords = () => {
    const [place, quote] = [body.current, words.current]
    if (place && quote) place.scrollTop += quote.getBoundingClientRect().top - place.getBoundingClientRect().top - 8
  }
  const isSealed = isClosed(report)
  const reveal = revealLabel(report.seal_mode)

  return (
    <article
      data-chat
      aria-label={caseTitle(item)}
      className="card flex min-h-0 flex-col max-desk:fixed max-desk:inset-0 max-desk:z-20 max-desk:rounded-none max-desk:pt-[env(safe-area-inset-top)]"
    >
      <header className="flex min-h-14 items-center gap-2 border-b border-line px-1.5 desk:px-5">
        <IconButton label="Back to the cases" onClick={onBack} className="desk:hidden">
          <Icon icon={ArrowLeft} />
        </IconButton>
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 text-body leading-tight font-semibold">
          {caseTitle(item)}
        </h2>
        <CaseDeadline item={item} className="justify-end text-right max-desk:hidden" />
        {onPass && (
          <Button variant="ghost" title="Pass on: release it without a reason" onClick={onPass}>
            Pass on
          </Button>
        )}
        <span className="pr-2.5 text-small whitespace-nowrap text-soft tabular-nums desk:hidden">{progress}</span>
      </header>
      {(settled || isGone) && (
        <p role="status" className="border-b border-line bg-gold-soft px-4 py-2 font-medium wrap-anywhere desk:px-5">
          {settled
            ? `${settled.settled_by ?? 'Another moderator'} settled this case: ${settled.outcome}.`
            : 'Another moderator settled this case.'}{' '}
          Your text is still here.
        </p>
      )}
      {claimedBy && !settled && (
        <div
          role="status"
          className="flex flex-wrap items-center gap-2 border-b border-line bg-gold-soft px-4 py-2 desk:px-5"
        >
          <p className="min-w-0 flex-1 font-medium wrap-anywhere">{claimedBy}</p>
          <Button onClick={takeOver}>Take over</Button>
        </div>
      )}
      {claims.length > 0 && !settled && <OwnClaims claims={claims} onRelease={releaseOther} />}
      <div ref={body} className="min-h-0 flex-1 space-y-5 overflow-y-auto overscroll-contain px-4 py-4 desk:px-5">
        <section aria-label="Reported content">
          <Context lines={before} />
          {details.isPending && repliesTo.has(report.content_type) && <Skeleton className="mx-4 mb-2 h-24" />}
          <blockquote ref={words} className="rounded-control border-l-3 border-brick bg-sunken px-4 py-3">
            {report.title && (
              <p dir="auto" className="font-semibold wrap-anywhere">
                {report.title}
              </p>
            )}
            <p dir="auto" className="text-body leading-[1.55] wrap-anywhere whitespace-pre-wrap">
              {report.content || <span className="text-soft">No text</span>}
            </p>
            <footer className="mt-1.5 text-small text-soft">
              {titled(report.content_type)} · {report.reported_user_name ?? 'Unknown'}
              {report.is_anonymous && ' · posted anonymously'}
            </footer>
          </blockquote>
          <Context lines={after} />
          {isSealed && item.can.reveal && (
            <p className="mt-1 flex min-h-11 items-center">
              {reveal ? (
                <button
                  type="button"
                  onClick={() => setIsRevealing(true)}
                  className="min-h-11 font-medium text-brand hover:underline"
                >
                  {reveal}
                </button>
              ) : (
                <span className="text-soft">{closedSealText}</span>
              )}
            </p>
          )}
        </section>
        {report.media.length > 0 && <ReportedMedia media={report.media} />}
        <ReportedFiles files={report.files} />
        <ReportedVoices voices={report.voice_notes} />
        {details.isPending && <Skeleton className="h-32" />}
        {details.isError && (
          <ErrorState
            bare
            text="We couldn’t load the details of this case."
            error={details.error}
            onRetry={() => void details.refetch()}
          />
        )}
        {reports.length > 0 && <Reports reports={reports} />}
        {details.isSuccess && (
          <section>
            <h3 className="text-card">{isSealed ? 'Anonymous' : (report.reported_user_name ?? 'Unknown')}</h3>
            <Person person={person} isAnonymous={report.is_anonymous} />
            {isSealed && decisions_in_force !== null && (
              <p className="text-soft">
                This author: {plural(decisions_in_force, 'decision')} in force
                <span className="block text-small text-faint">
                  Those about other items as of the start of this month, and only where they don’t show which items have
                  one author.
                </span>
              </p>
            )}
            {report.reported_user_id && !isSealed && (
              <>
                {item.can.history && <ActivityHistory userId={report.reported_user_id} />}
                <div className="mt-5">
                  <PersonNotes userId={report.reported_user_id} />
                </div>
              </>
            )}
          </section>
        )}
        <CasePriority item={item} />
      </div>
      {undoBar}
      <CaseActions
        item={item}
        returned={acting.returned}
        onStep={acting.onStep}
        defer={acting.defer}
        onForm={showWords}
      />
      {isRevealing && (
        <Suspense>
          <RevealDialog
            item={{ id: report.content_id, type: report.content_type, mode: report.seal_mode }}
            onClose={() => setIsRevealing(false)}
          />
        </Suspense>
      )}
    </article>
  )
}

/** Asks which of the own claims to release, since a moderator has three at most. */
function OwnClaims({ claims, onRelease }: { claims: readonly OwnClaim[]; onRelease: (id: string) => Promise<void> }) {
  const release = useMutation({ mutationFn: onRelease })
  return (
    <section aria-label="Your claims" className="border-b border-line bg-gold-soft px-4 py-2 desk:px-5">
      <p role="status" className="font-medium">
        You have claimed three cases. Release one to claim this one.
      </p>
      <ul className="mt-1">
        {claims.map(({ id, content_type, content }) => (
          <li key={id} className="flex items-center gap-2 py-0.5">
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {titled(content_type)}: {content || 'No text'}
            </span>
            <Button
              aria-label={`Release ${titled(content_type)}: ${content || 'No text'}`}
              disabled={release.isPending}
              onClick={() => release.mutate(id)}
            >
              Release
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const Context = ({ lines }: { lines: ReportCase['before'] }) => (
  <ul className="space-y-2 px-4 empty:hidden [&:first-child]:mb-2 [&:not(:first-child)]:mt-2">
    {lines.map(({ id, author_name, text, created_at }) => (
      <li key={id} className="text-soft">
        <span className="font-medium text-ink">{author_name ?? 'Unknown'}</span>{' '}
        <Time at={created_at} className="text-small text-faint" />
        <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
      </li>
    ))}
  </ul>
)

const Reports = ({ reports }: { reports: ReportCase['reports'] }) => (
  <section>
    <h3 className="text-card">Reports</h3>
    <ul className="mt-1 divide-y divide-line">
      {reports.map(({ id, status, reason, description, reporter_name, created_at }) => (
        <li key={id} className="py-2">
          <p>
            <span className="font-medium">{reasonLabel(reason)}</span>
            <span className="text-small text-soft">
              {' '}
              · {reporter_name ?? 'Unknown'} · {formatDate(created_at)}
              {status !== 'pending' && ` · ${titled(status)}`}
            </span>
          </p>
          {isClaim(description) && <p className="text-small text-faint">Claim of the reporter</p>}
          {withoutMarker(description) && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-soft">
              {withoutMarker(description)}
            </p>
          )}
        </li>
      ))}
    </ul>
  </section>
)

function Person({ person, isAnonymous }: { person: ReportCase['person']; isAnonymous: boolean }) {
  if (!person) return <p className="text-soft">{isAnonymous ? 'Posted anonymously' : 'This account was deleted.'}</p>
  const joined = new Date(person.joined_at * 1000).toLocaleDateString('en', { month: 'long', year: 'numeric' })
  const { warnings } = person
  return (
    <p className="text-soft">
      Joined {joined} · {warnings === 0 ? 'no warnings' : warnings === 1 ? '1 warning' : `${warnings} warnings`} in the
      last 12 months
    </p>
  )
}
