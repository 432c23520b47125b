import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { invalidateAdmin } from '../../../shared/web/api.ts'
import { lazyPart } from '../../../shared/web/lazy-part.tsx'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { Banner } from '../../../shared/web/ui/Panel.tsx'
import { Skeleton } from '../../../shared/web/ui/states.tsx'
import type { Case } from '../case-contract.ts'
import { useCaseKeys } from './case-keys.ts'
import { sendDismissal } from './cases.ts'
import { caseActionLabels, listCaseActions, toNamedAction, toSealedAction } from './labels.ts'
import { isSecondClick } from './second-click.ts'
import type { Defer } from './use-action.ts'
import type { ReturnedAct } from './waiting-acts.ts'

const ActionForm = lazyPart(() => import('./ActionForm.tsx'))
const ItemActionForm = lazyPart(() => import('./ItemActionForm.tsx'))
const SealedActionForm = lazyPart(() => import('./SealedActionForm.tsx'))

const row = 'flex min-h-16 shrink-0 items-center gap-1.5 px-3 max-desk:py-2 desk:gap-2 desk:px-5'
const threeColumns = 'max-desk:grid max-desk:grid-cols-3'
/** On a phone the form has the foot for itself, so that no other action is next to its button. */
const besideForm = 'border-t border-line max-desk:hidden!'

type Props = {
  item: Case
  /** The act that was undone or refused, whose form is open with what was typed, and why it was refused. */
  returned: ReturnedAct | undefined
  onStep: (by: 1 | -1) => void
  defer: Defer
  /** A form is open at the foot, and leaves less room for the case. */
  onForm: () => void
}

/** The actions on a case. Those that need a reason open its field in place. */
export function CaseActions({ item, returned, onStep, defer, onForm }: Props) {
  const { report } = item
  const [type, setType] = useState(returned && returned.type !== 'dismiss' ? returned.type : undefined)
  const dismiss = useRef<HTMLButtonElement>(null)
  const [sealed, named] = [toSealedAction(report, type), toNamedAction(report, type)]
  const buttons = useRef<HTMLDivElement>(null)
  const cancel = () => {
    flushSync(() => setType(undefined))
    buttons.current?.querySelector<HTMLElement>(`[data-action="${type}"]`)?.focus()
  }
  const handlers = { item, defer, onCancel: cancel }
  const client = useQueryClient()
  const dismissCase = () =>
    defer({ item, type: 'dismiss', send: () => sendDismissal(item) })
      .catch(() => {}) // undone, or refused: the list of cases says so
      .finally(() => invalidateAdmin(client))
  useEffect(() => {
    ActionForm.preload()
    ItemActionForm.preload()
  }, [])
  const actions = listCaseActions(item)
  useCaseKeys({
    onStep,
    onDismiss: () => dismiss.current?.focus(),
    onAct: (chosen) => actions.includes(chosen) && setType(chosen),
  })
  return (
    <footer className="flex max-h-[75%] flex-col border-t border-line pb-[env(safe-area-inset-bottom)]">
      {(returned?.problem || type) && (
        <div className="min-h-0 overflow-y-auto overscroll-contain px-3 desk:px-5">
          {returned?.problem && (
            <div className="-mx-1 pt-3">
              <Banner text={returned.problem} />
            </div>
          )}
          <Suspense fallback={<Skeleton className="my-3 h-64" />}>
            {(type === 'remove' || type === 'label') && <ItemActionForm key={type} type={type} {...handlers} />}
            {sealed && <SealedActionForm type={sealed} {...handlers} />}
            {named && <ActionForm type={named} {...handlers} />}
            {type && <OnShown run={onForm} />}
          </Suspense>
        </div>
      )}
      <div
        ref={buttons}
        className={`${row} ${actions.length > 4 ? threeColumns : 'max-desk:flex-wrap'} ${type ? besideForm : ''}`}
      >
        <Button
          ref={dismiss}
          title="Dismiss (D)"
          onClick={(event) => isSecondClick(event) || void dismissCase()}
          className="px-2.5! max-desk:flex-1 desk:mr-auto desk:px-4!"
        >
          Dismiss
        </Button>
        {actions.map((name) => (
          <Button
            key={name}
            data-action={name}
            title={
              name === 'mute'
                ? undefined
                : `${caseActionLabels[name]} (${(name === 'remove' ? 'x' : name.charAt(0)).toUpperCase()})`
            }
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

/** Runs once its siblings in the same Suspense are shown. */
function OnShown({ run }: { run: () => void }) {
  const notify = useEffectEvent(run)
  useEffect(() => notify(), [])
  return null
}
