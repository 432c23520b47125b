import { useEffect, useEffectEvent } from 'react'
import { usePageKeys } from '../../../shared/web/page-keys.ts'
import { areShortcutsEnabled, isTyping } from '../../../shared/web/shortcuts.ts'
import type { CaseAction } from './labels.ts'

type Handlers = {
  readonly onStep: (by: 1 | -1) => void
  readonly onDismiss: () => void
  readonly onAct: (type: CaseAction) => void
}

const keys = [
  ['j', 'Next case'],
  ['k', 'Previous case'],
  ['d', 'Go to Dismiss'],
  ['x', 'Remove'],
  ['l', 'Label'],
  ['w', 'Warn'],
  ['s', 'Suspend'],
  ['b', 'Ban'],
  ['u', 'Undo within 10 seconds'],
  ['Ctrl Enter', 'Send the reason'],
] as const

/** Time within which the second key of a pair such as `g` `d` must follow. It belongs to the navigation. */
const sequenceTimeoutMs = 1500

/** Single-key shortcuts of a case. */
export function useCaseKeys({ onStep, onDismiss, onAct }: Handlers): void {
  usePageKeys('Cases', keys)
  useSingleKeys({
    j: () => onStep(1),
    k: () => onStep(-1),
    d: onDismiss,
    x: () => onAct('remove'),
    l: () => onAct('label'),
    w: () => onAct('warn'),
    s: () => onAct('suspend'),
    b: () => onAct('ban'),
  })
}

/** Handles keys outside of fields. On the document, so that they come before those of every page. */
export function useSingleKeys(handlers: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent, isSecond: boolean) => {
    const { ctrlKey, metaKey, altKey, key } = event
    if (!areShortcutsEnabled() || isSecond || ctrlKey || metaKey || altKey || isTyping(event)) return
    const handle = handlers[key]
    if (!handle) return
    event.preventDefault() // the letter would become the first one of the reason
    handle()
  })
  useEffect(() => {
    let begun = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      press(event, event.timeStamp - begun < sequenceTimeoutMs)
      begun = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
