import { Suspense, useRef, useState } from 'react'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { useCaseKeys } from './case-keys.ts'
import type { Case } from './cases.ts'
import { type CaseAction, caseActionLabels, listActions, toNamedAction, toSealedAction } from './labels.ts'
import { useSettle } from './reports.ts'

const ActionForm = lazyPart(() => import('./ActionForm.tsx'))
const SealedActionForm = lazyPart(() => import('./SealedActionForm.tsx'))

const outcomes: Readonly<Record<CaseAction, string>> = {
  warn: 'Warned',
  mute: 'Muted',
  suspend: 'Suspended',
  ban: 'Banned',
}

type Props = {
  item: Case
  onStep: (by: 1 | -1) => void
  onClosed: (outcome: string) => void
}

/** The actions on a case. Those that need a reason open its field in place. */
export function CaseActions({ item: { report, ids }, onStep, onClosed }: Props) {
  const [type, setType] = useState<CaseAction>()
  const dismiss = useRef<HTMLButtonElement>(null)
  const [sealed, named] = [toSealedAction(report, type), toNamedAction(report, type)]
  const settle = useSettle(() => onClosed('Dismissed')) // before the list is loaded again, which removes this case
  const others = useSettle()
  const handlers = (chosen: CaseAction) => ({
    report,
    onCancel: () => setType(undefined),
    onSent() {
      // The server closed this report; the others are about the same item.
      if (ids.length > 1) others.mutate({ ids: ids.slice(1), status: 'resolved' })
      onClosed(outcomes[chosen])
    },
  })
  const actions = listActions(report)
  useCaseKeys({
    onStep,
    onDismiss: () => dismiss.current?.focus(),
    onAct: (chosen) => actions.includes(chosen) && setType(chosen),
  })
  return (
    <footer className="max-h-[75%] overflow-y-auto border-t border-line px-3 pb-[env(safe-area-inset-bottom)] desk:px-5">
      {settle.isError && (
        <div className="-mx-1 pt-3">
          <Banner
            text={settle.variables.ids.length > 1 ? 'Failed to bulk update reports' : 'Failed to update report status'}
          />
        </div>
      )}
      <Suspense>
        {sealed && <SealedActionForm type={sealed} {...handlers(sealed)} />}
        {named && <ActionForm type={named} {...handlers(named)} />}
      </Suspense>
      <div className="flex min-h-16 items-center gap-1.5 max-desk:flex-wrap max-desk:py-2 desk:gap-2">
        <Button
          ref={dismiss}
          title="Dismiss (D)"
          pendingLabel={settle.isPending && 'Dismissing...'}
          onClick={() => settle.mutate({ ids, status: 'dismissed' })}
          className="px-2.5! max-desk:flex-1 desk:mr-auto desk:px-4!"
        >
          Dismiss
        </Button>
        {actions.map((name) => (
          <Button
            key={name}
            title={name === 'mute' ? undefined : `${caseActionLabels[name]} (${name[0]?.toUpperCase()})`}
            aria-expanded={type === name}
            onClick={() => setType(type === name ? undefined : name)}
            className={`px-2! aria-expanded:border-ink aria-expanded:bg-sunken max-desk:flex-1 desk:px-4! ${name === 'ban' ? 'text-danger!' : ''}`}
          >
            {caseActionLabels[name]}
          </Button>
        ))}
      </div>
    </footer>
  )
}
