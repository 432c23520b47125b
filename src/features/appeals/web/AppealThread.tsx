import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { call } from '../../../shared/web/api.ts'
import { unknownFailure } from '../../../shared/web/data/errors.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Badge } from '../../../shared/web/ui/Panel.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import { toast } from '../../../shared/web/ui/toasts.tsx'
import { appealsApi } from '../contract.gen.ts'
import type { Appeal } from '../contract.ts'
import { appealStateLabels, describeOutcome } from './labels.ts'
import { Messages } from './Messages.tsx'

const AppealForm = lazyPart(() => import('./AppealForm.tsx'))

/** The viewer's own appeal: its state, both sides' messages, and the next message when it is the viewer's turn. */
export function AppealThread({ appeal, onChange }: { appeal: Appeal; onChange: () => unknown }) {
  const withdraw = useMutation({
    mutationFn: () => call(appealsApi.withdraw, { params: { id: appeal.id } }),
    onError: (error) => toast.failure(error, unknownFailure, { statuses: 'all' }),
    onSettled: onChange,
  })
  const outcome = describeOutcome(appeal)
  const isGood = appeal.state === 'overturned' || appeal.state === 'changed'
  return (
    <section aria-labelledby="appeal" className="card mt-3 px-4.5 py-4.5 desk:mt-4">
      <header className="mb-3 flex flex-wrap items-center gap-2">
        <h2 id="appeal" className="text-card">
          Your appeal
        </h2>
        <Badge tone={isGood ? 'good' : 'plain'}>{appealStateLabels[appeal.state]}</Badge>
      </header>
      {outcome && <p className="mb-3 font-medium whitespace-pre-wrap wrap-anywhere">{outcome}</p>}
      <Messages messages={appeal.messages} own="You" />
      {appeal.can.write && (
        <div className="mt-4">
          <Suspense fallback={<Skeleton className="h-32" />}>
            <AppealForm appeal={appeal.id} label="Your answer" button="Send" sent="Message sent" onSent={onChange} />
          </Suspense>
        </div>
      )}
      {appeal.can.withdraw && (
        <Button
          variant="ghost"
          className="mt-3"
          pendingLabel={withdraw.isPending && 'Withdrawing...'}
          onClick={() => withdraw.mutate()}
        >
          Withdraw appeal
        </Button>
      )}
    </section>
  )
}
