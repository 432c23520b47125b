import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { onBeforeLeaving } from '../../../shared/web/before-leaving.ts'
import { ApiError, userMessage } from '../../../shared/web/data/errors.ts'
import type { Case } from '../case-contract.ts'
import { collisionText } from './cases.ts'
import type { CaseAction } from './labels.ts'

/** How long an act can be undone. It waits in the page meanwhile. */
export const undoMs = 10_000

type Item = Pick<Case, 'id' | 'reports_count'>

/** A decision about a case, and the request that sends it. */
export type Act<Decided extends Item = Case> = {
  readonly item: Decided
  readonly type: CaseAction | 'dismiss'
  readonly send: () => Promise<unknown>
}

/** An act that did not happen: undone, or refused with a problem. */
export type ReturnedAct<Decided extends Item = Case> = Pick<Act<Decided>, 'item' | 'type'> & {
  readonly problem?: string
}

export type WaitingAct<Decided extends Item = Case> = Act<Decided> & { readonly due: number }
type Entry<Decided extends Item> = WaitingAct<Decided> & {
  readonly cancel: () => void
  readonly sendNow: () => Promise<void>
}

/** Rejects an act that was undone: what was typed for it stays. */
class UndoneError extends Error {}

/**
 * The acts that wait to be sent, the latest one last. Leaving the page, hiding it and signing out send them immediately.
 * `onFailed` gets those that the server refused.
 */
export function useWaitingActs<Decided extends Item = Case>(onFailed: (act: ReturnedAct<Decided>) => void) {
  const entries = useRef<readonly Entry<Decided>[]>([])
  const [, render] = useReducer((count: number) => count + 1, 0)
  const reportFailure = useEffectEvent(onFailed)
  const isMounted = useRef(true)
  const remove = (entry: Entry<Decided>) => {
    entries.current = entries.current.filter((other) => other !== entry)
    if (isMounted.current) render()
  }
  const sendAll = () => Promise.all(entries.current.map(({ sendNow }) => sendNow()))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once; reads the acts of that moment
  useEffect(() => {
    isMounted.current = true
    const stop = onBeforeLeaving(sendAll)
    return () => {
      isMounted.current = false
      stop()
      void sendAll()
    }
  }, [])

  return {
    acts: entries.current as readonly WaitingAct<Decided>[],
    isWaiting: (id: string) => entries.current.some(({ item }) => item.id === id),
    /** Settles with the reply, or rejects when it was undone or refused. */
    defer: (act: Act<Decided>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const send = async () => {
          clearTimeout(timer)
          if (!entries.current.includes(entry)) return
          remove(entry)
          try {
            resolve(await act.send())
          } catch (error) {
            reject(error)
            if (isMounted.current) reportFailure({ ...act, problem: toProblem(act, error) })
          }
        }
        const timer = setTimeout(send, undoMs)
        const cancel = () => {
          clearTimeout(timer)
          reject(new UndoneError())
        }
        const entry: Entry<Decided> = { ...act, due: Date.now() + undoMs, cancel, sendNow: send }
        entries.current = [...entries.current, entry]
        render()
      }),
    /** Withdraws the act about an item, or the latest one, and returns it. */
    undo(id?: string): Act<Decided> | undefined {
      const entry = entries.current.findLast(({ item }) => id === undefined || item.id === id)
      if (!entry) return undefined
      remove(entry)
      entry.cancel()
      return entry
    },
  }
}

/** What the moderator reads about an act that was refused. */
function toProblem({ item, type }: Pick<Act<Item>, 'item' | 'type'>, error: unknown): string {
  const collision = collisionText(error, type !== 'dismiss')
  if (collision) return collision
  if (type === 'remove') return userMessage(error, 'Failed to remove this', { statuses: 'all' })
  if (type === 'dismiss')
    return item.reports_count > 1 ? 'Failed to bulk update reports' : 'Failed to update report status'
  return error instanceof ApiError
    ? `Failed to execute moderation action: ${error.message}`
    : 'Failed to execute moderation action'
}
