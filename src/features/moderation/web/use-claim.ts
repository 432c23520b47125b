import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { isConflict } from '../../../shared/web/data/errors.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { storageOwner } from '../../../shared/web/user-storage.ts'
import { casesApi } from '../case-contract.gen.ts'

/** Renewed before the 15 minutes of a claim are over. */
const renewalMs = 5 * 60_000

/**
 * Claims the open case while it is shown, so that other moderators see it. `problem` says who works on it already,
 * and `onTaken` may open another one. A
 * failure is silent: the case can be handled without a claim. One that waits to be settled stays claimed for that time.
 */
export function useClaim(id: string, isWaiting: (id: string) => boolean, onTaken: () => void) {
  const client = useQueryClient()
  const reportTaken = useEffectEvent(onTaken)
  const [problem, setProblem] = useState<string>()
  const claim = async (takesOver = false) => {
    try {
      await call(casesApi.claim, { params: { id }, body: takesOver ? { take_over: true } : {} })
      setProblem(undefined)
      if (takesOver) void invalidate(client, casesApi) // which still names the other moderator
    } catch (error) {
      const isTaken = error instanceof Error && isConflict(error)
      setProblem(isTaken ? error.message : undefined)
      if (isTaken) reportTaken()
    }
  }
  useLiveEvent('case.changed', ({ by }) => {
    if (by !== storageOwner()) void invalidate(client, casesApi)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per case
  useEffect(() => {
    void claim()
    const timer = setInterval(() => document.visibilityState === 'visible' && void claim(), renewalMs)
    return () => {
      clearInterval(timer)
      const end = isWaiting(id)
        ? call(casesApi.claim, { params: { id }, body: { is_settling: true } })
        : call(casesApi.release, { params: { id } })
      end.catch(() => {})
    }
  }, [id])
  return { problem, takeOver: () => void claim(true) }
}
