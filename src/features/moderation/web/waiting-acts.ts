import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { onBeforeLeaving } from '../../../shared/web/before-leaving.ts'
import { ApiError, userMessage } from '../../../shared/web/data/errors.ts'
import type { Case } from '../case-contract.ts'
import { collisionText } from './cases.ts'
import type { CaseAction } from './labels.ts'

/** How long an act can be undone. It waits in the page meanwhile. */
export const undoMs = 10_000

/** A decision about a case, and the request that sends it. */
export type Act = {
  readonly item: Case
  readonly type: CaseAction | 'dismiss'
  readonly send: () => Promise<unknown>
}

/** An act that did not happen: undone, or refused with a problem. */
export type ReturnedAct = Pick<Act, 'item' | 'type'> & { readonly problem?: string }

export type WaitingAct = Act & { readonly due: number }
type Entry = WaitingAct & { readonly cancel: () => void; readonly sendNow: () => Promise<void> }

/** Rejects an act that was undone: what was typed for it stays. */
class UndoneError extends Error {}

/**
 * The acts that wait to be sent, the latest one last. Leaving the page, hiding it and signing out send them immediately.
 * `onFailed` gets those that the server refused.
 */
export function useWaitingActs(onFailed: (act: ReturnedAct) => void) {
  const entries = useRef<readonly Entry[]>([])
  const [, render] = useReducer((count: number) => count + 1, 0)
  const reportFailure = useEffectEvent(onFailed)
  const isMounted = useRef(true)
  const remove = (entry: Entry) => {
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
    acts: entries.current as readonly WaitingAct[],
    isWaiting: (id: string) => entries.current.some(({ item }) => item.id === id),
    /** Settles with the reply, or rejects when it was undone or refused. */
    defer: (act: Act): Promise<unknown> =>
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
        const entry: Entry = { ...act, due: Date.now() + undoMs, cancel, sendNow: send }
        entries.current = [...entries.current, entry]
        render()
      }),
    /** Withdraws the latest act and returns it. */
    undo(): Act | undefined {
      const latest = entries.current.at(-1)
      if (!latest) return undefined
      remove(latest)
      latest.cancel()
      return latest
    },
  }
}

/** What the moderator reads about an act that was refused. */
function toProblem({ item, type }: Act, error: unknown): string {
  const collision = collisionText(error, type !== 'dismiss')
  if (collision) return collision
  if (type === 'remove') return userMessage(error, 'Failed to remove this', { statuses: 'all' })
  if (type === 'dismiss')
    return item.reports_count > 1 ? 'Failed to bulk update reports' : 'Failed to update report status'
  return error instanceof ApiError
    ? `Failed to execute moderation action: ${error.message}`
    : 'Failed to execute moderation action'
}
