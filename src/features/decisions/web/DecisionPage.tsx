import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, use } from 'react'
import { Link, useParams } from 'react-router'
import { invalidate, query } from '../../../shared/web/api.ts'
import { isNotFound } from '../../../shared/web/data/errors.ts'
import { useInlineForm } from '../../../shared/web/inline-form.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { formatFullDate } from '../../../shared/web/time.ts'
import { BarContext } from '../../../shared/web/ui/AppBar.tsx'
import { Button, buttonClassName } from '../../../shared/web/ui/Button.tsx'
import { GateIllustration } from '../../../shared/web/ui/illustrations.tsx'
import { Page } from '../../../shared/web/ui/Page.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../../shared/web/ui/states.tsx'
import { AppealThread } from '../../appeals/web/AppealThread.tsx'
import { Entry } from '../../appeals/web/Entry.tsx'
import { formatDay } from '../../moderation/web/labels.ts'
import { decisionsApi } from '../contract.gen.ts'
import type { Decision } from '../contract.ts'
import { describeDecision, scopeLabels } from './labels.ts'

const AppealForm = lazyPart(() => import('../../appeals/web/AppealForm.tsx'))

/** A decision about the viewer: the statement of reasons, the removed words, and the appeal. */
export default function DecisionPage() {
  const { id = '' } = useParams()
  const client = useQueryClient()
  const decision = useQuery(query(decisionsApi.show, { params: { id } }))
  useLiveEvent('decision.changed', (event) => {
    if (event.id === id) void invalidate(client, decisionsApi)
  })
  const data = decision.data?.data
  return (
    <Page title={data ? describeDecision(data) : 'Decision'}>
      {decision.isPending && (
        <div role="status" aria-label="Loading the decision" className="space-y-3">
          <Skeleton className="h-64" />
          <Skeleton className="h-32" />
        </div>
      )}
      {decision.isError &&
        (isNotFound(decision.error) ? (
          <EmptyState
            illustration={<GateIllustration className="w-32 text-soft" />}
            title="We couldn’t find this decision"
            action={
              <Link to="/decisions" className={buttonClassName('primary')}>
                Decisions about you
              </Link>
            }
          />
        ) : (
          <ErrorState
            text="We couldn’t load this decision."
            error={decision.error}
            onRetry={() => void decision.refetch()}
          />
        ))}
      {data && <Body decision={data} />}
    </Page>
  )
}

function Body({ decision }: { decision: Decision }) {
  const client = useQueryClient()
  const form = useInlineForm()
  const reload = () => invalidate(client, decisionsApi)
  const { id, snapshot, appeal, can, appeal_until } = decision
  return (
    <>
      {snapshot && <RemovedWords decision={decision} words={snapshot} />}
      <StatementCard decision={decision} />
      {appeal && <AppealThread appeal={appeal} onChange={reload} />}
      {can.appeal && (
        <section aria-labelledby="appeal" className="card mt-3 px-4.5 py-4.5 desk:mt-4">
          <h2 id="appeal" className="text-card">
            Appeal
          </h2>
          {appeal_until !== null && (
            <p className="mt-1 mb-3 text-soft">
              You can appeal until {formatDay(appeal_until)}. A moderator who did not make this decision will read your
              appeal.
            </p>
          )}
          {form.isOpen ? (
            <Suspense fallback={<Skeleton className="h-32" />}>
              <AppealForm
                decision={id}
                label="Tell us what we got wrong"
                button="Send appeal"
                sent="Appeal sent"
                onSent={reload}
                onCancel={form.close}
              />
            </Suspense>
          ) : (
            <Button ref={form.opener} variant="primary" onClick={form.open}>
              Appeal this decision
            </Button>
          )}
        </section>
      )}
    </>
  )
}

/** The words as they were. No user but their author reads them here. */
function RemovedWords({ decision, words }: { decision: Decision; words: string }) {
  const { action_type, starts_at, is_erased, label } = decision
  const isRemoval = action_type === 'remove'
  const name = isRemoval ? 'What was removed' : label ? 'What was labelled' : 'What was reported'
  return (
    <section aria-label={name} className="card mb-3 px-4.5 py-4.5">
      {isRemoval && (
        <p className="mb-3 rounded-control bg-gold-soft px-4 py-2.5 font-medium">
          Only you see this. A moderator removed it on {formatDay(starts_at)}.{is_erased && ' It was erased.'}
        </p>
      )}
      <blockquote dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {words}
      </blockquote>
      {label?.note && <p className="mt-3 text-soft">Others see first: “{label.note}”</p>}
      {label?.sensitive && <p className="mt-1 text-soft">Its pictures start covered.</p>}
    </section>
  )
}

/** The seven fields. */
function StatementCard({ decision }: { decision: Decision }) {
  const { rule, facts, scope, automated, starts_at, ends_at, school, appeal_until, reversed_at } = decision
  const hasBar = use(BarContext)
  return (
    <section aria-labelledby="reasons" className="card px-4.5 py-4.5">
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="reasons" className="text-card">
          {/* The bar of a phone names the place, not the decision. */}
          {hasBar && <span className="desk:hidden">{describeDecision(decision)}</span>}
          <span className={hasBar ? 'max-desk:hidden' : ''}>Reasons</span>
        </h2>
        {reversed_at !== null && <Badge tone="good">No longer applies</Badge>}
      </header>
      <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[9rem_1fr]">
        {rule && (
          <Entry name="Rule">
            <span className="font-medium">{rule.title}</span>
            {rule.text && <span className="block text-soft">{rule.text}</span>}
          </Entry>
        )}
        <Entry name="What happened">{facts}</Entry>
        <Entry name="It applies to">{scopeLabels[scope]}</Entry>
        <Entry name="Start">{formatFullDate(starts_at)}</Entry>
        <Entry name="End">
          {reversed_at !== null
            ? formatFullDate(reversed_at)
            : ends_at === null
              ? 'It does not end by itself'
              : formatFullDate(ends_at)}
        </Entry>
        <Entry name="Decided by">A moderator of {school}</Entry>
        <Entry name="Automation">
          {automated
            ? 'An automatic system took part in this decision.'
            : 'No automatic system took part in this decision.'}
        </Entry>
        <Entry name="Your options">
          {appeal_until === null ? 'This decision can’t be appealed.' : `Appeal until ${formatDay(appeal_until)}.`}
        </Entry>
      </dl>
    </section>
  )
}
