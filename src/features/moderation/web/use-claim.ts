import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { isConflict } from '../../../shared/web/data/errors.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { storageOwner } from '../../../shared/web/user-storage.ts'
import { casesApi, reportsApi } from '../report-contract.gen.ts'

/** Renewed before the 15 minutes of a claim are over. */
const renewalMs = 5 * 60_000

/**
 * Claims the open case while it is shown, so that other moderators see it. `problem` says who works on it already. A
 * failure is silent: the case can be handled without a claim.
 */
export function useClaim(id: string) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const claim = async (takesOver = false) => {
    try {
      await call(casesApi.claim, { params: { id }, body: takesOver ? { take_over: true } : {} })
      setProblem(undefined)
      if (takesOver) void invalidate(client, reportsApi) // which still names the other moderator
    } catch (error) {
      setProblem(error instanceof Error && isConflict(error) ? error.message : undefined)
    }
  }
  useLiveEvent('case.changed', ({ by }) => {
    if (by !== storageOwner()) void invalidate(client, reportsApi)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per case
  useEffect(() => {
    void claim()
    const timer = setInterval(() => document.visibilityState === 'visible' && void claim(), renewalMs)
    return () => {
      clearInterval(timer)
      void call(casesApi.release, { params: { id } }).catch(() => {})
    }
  }, [id])
  return { problem, takeOver: () => void claim(true) }
}
