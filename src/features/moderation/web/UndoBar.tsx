import { useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import { Button } from '../../../shared/web/ui/Button.tsx'
import { useSingleKeys } from './case-keys.ts'
import { caseTitle } from './cases.ts'
import { actOutcomes } from './labels.ts'
import type { WaitingAct } from './waiting-acts.ts'

type Props = { act: WaitingAct; count: number; onUndo: () => void }

/** The latest decision, for as long as it can be undone. */
export function UndoBar({ act, count, onUndo }: Props) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const button = useRef<HTMLButtonElement>(null)
  useSingleKeys({ u: onUndo })
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  useLayoutEffect(() => {
    const pressed = button.current
    // The bar goes with its time: the focus must not be lost with it.
    return () => {
      if (document.activeElement === pressed) document.querySelector<HTMLElement>('article[data-chat] h2')?.focus()
    }
  }, [])
  const seconds = Math.max(0, Math.ceil((act.due - Date.now()) / 1000))
  return (
    <div className="flex min-h-14 items-center gap-3 border-t border-line bg-sunken px-4 py-1.5 desk:px-5">
      <p className="min-w-0 flex-1 leading-tight">
        <span className="font-medium wrap-anywhere">
          {actOutcomes[act.type]}: {caseTitle(act.item)}
        </span>
        <span aria-hidden className="block text-small text-soft tabular-nums">
          {count > 1 ? `${count} decisions wait, this one for ${seconds} s` : `Sent in ${seconds} s`}
        </span>
      </p>
      <Button ref={button} title="Undo (U)" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
