import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { unknownFailure, userMessage } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { Time } from '../../../shared/web/ui/Time.tsx'
import { formatDeadline, reasonLabel, titled } from '../../moderation/web/labels.ts'
import { appealsApi } from '../contract.gen.ts'
import type { OpenAppeal } from '../contract.ts'
import { Entry } from './Entry.tsx'
import { appealStateLabels } from './labels.ts'
import { Messages } from './Messages.tsx'

const DecideDialog = lazyPart(() => import('./DecideDialog.tsx'))
const ownText = 'You made this decision, so another moderator answers the appeal.'

type Props = { appeal: OpenAppeal; onProblem: (text: string | undefined) => void }

/** One appeal: what was decided, the words, both sides' messages, and what this moderator may do. */
export function AppealRow({ appeal, onProblem }: Props) {
  const client = useQueryClient()
  const [opened, setOpened] = useState<'answer' | 'decide' | 'close'>()
  const { id, by, state, decision, report, person, claim, can, is_own, messages, earlier_decisions } = appeal
  const act = useMutation({
    mutationFn: (what: 'claim' | 'release') =>
      what === 'claim' ? call(appealsApi.claim, { params: { id } }) : call(appealsApi.release, { params: { id } }),
    onSuccess: () => onProblem(undefined),
    onError: (error) => onProblem(userMessage(error, unknownFailure, { statuses: 'all' })),
    onSettled: () => invalidateAdmin(client),
  })
  const isMine = claim?.is_mine === true
  useEffect(() => {
    if (isMine) DecideDialog.preload()
  }, [isMine])
  const name = person?.name ?? 'Anonymous'
  const what = decision ? titled(decision.action_type) : 'Second review'
  const isWaiting = state === 'open' || state === 'claimed'
  return (
    <article aria-label={`${what}: ${name}`} className="card px-4.5 py-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={isWaiting ? 'warm' : 'plain'}>{what}</Badge>
        <span className="min-w-0">
          <span className="font-semibold">{name}</span>{' '}
          {person && <span className="text-small break-all text-soft">{person.email}</span>}
        </span>
        <span className="ml-auto flex flex-wrap items-baseline gap-x-3 text-small">
          {appeal.due_at !== null && isWaiting ? (
            <Time
              at={appeal.due_at}
              format={formatDeadline}
              className={appeal.is_late ? 'font-semibold text-danger' : 'text-soft'}
            />
          ) : (
            appeal.is_late && state !== 'withdrawn' && <span className="text-soft">Answered late</span>
          )}
          <Time at={appeal.created_at} className="text-soft" />
        </span>
      </header>
      {decision && (
        <dl className="mt-3 grid gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_1fr]">
          <Entry name="Rule">{decision.rule_title ?? 'None'}</Entry>
          <Entry name="What happened">{decision.facts}</Entry>
          <Entry name="Decided by">{decision.created_by_name}</Entry>
          <Entry name="Earlier decisions">{earlier_decisions}</Entry>
        </dl>
      )}
      {report && (
        <p className="mt-3">
          <span className="text-soft">Report dismissed by {report.settled_by_name || 'a moderator'}: </span>
          {reasonLabel(report.reason)}
        </p>
      )}
      {(decision?.snapshot || report?.content) && (
        <blockquote
          dir="auto"
          className="mt-3 rounded-control bg-sunken px-4 py-2 whitespace-pre-wrap wrap-anywhere text-soft"
        >
          {decision?.snapshot ?? report?.content}
        </blockquote>
      )}
      <div className="mt-3">
        <Messages messages={messages} own={by === 'reporter' ? 'Reporter' : name} />
      </div>
      {!isWaiting && (
        <p className="mt-3 font-medium wrap-anywhere">
          {appealStateLabels[state]}
          {appeal.reason && `. ${appeal.reason}`}
        </p>
      )}
      {isWaiting && (
        <footer className="mt-3 flex flex-wrap items-center gap-2">
          {is_own && <p className="min-w-min flex-1 text-soft">{ownText}</p>}
          {claim && !isMine && <p className="text-soft">{claim.name} is reading this appeal.</p>}
          {!claim && !is_own && (
            <Button
              variant="primary"
              disabled={!can.claim}
              pendingLabel={act.isPending && act.variables === 'claim' && 'Claiming...'}
              onClick={() => act.mutate('claim')}
            >
              Claim
            </Button>
          )}
          {isMine && (
            <>
              <Button variant="ghost" onClick={() => act.mutate('release')}>
                Release
              </Button>
              <Button variant="ghost" onClick={() => setOpened('close')}>
                Close
              </Button>
              {can.answer && <Button onClick={() => setOpened('answer')}>Write to {name.split(' ')[0]}</Button>}
              <Button variant="primary" onClick={() => setOpened('decide')}>
                Decide
              </Button>
            </>
          )}
        </footer>
      )}
      {opened && (
        <Suspense>
          <DecideDialog appeal={appeal} what={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </article>
  )
}
