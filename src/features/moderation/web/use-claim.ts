import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call, invalidate } from '../../../shared/web/api.ts'
import { ApiError, isConflict } from '../../../shared/web/data/errors.ts'
import { useLiveEvent } from '../../../shared/web/live.ts'
import { storageOwner } from '../../../shared/web/user-storage.ts'
import { casesApi } from '../case-contract.gen.ts'
import type { OwnClaim } from '../case-contract.ts'

/** Renewed before the 15 minutes of a claim are over. */
const renewalMs = 5 * 60_000

/**
 * Claims the open case while it is shown, so that other moderators see it. `problem` says who works on it already,
 * and `onTaken` may open another one. `claims` are the own three claims when this would be a fourth one. Any other failure
 * is silent: the case can be handled without a claim. One that waits to be settled stays claimed for that time.
 */
export function useClaim(id: string, isWaiting: (id: string) => boolean, onTaken: () => void) {
  const client = useQueryClient()
  const reportTaken = useEffectEvent(onTaken)
  const [problem, setProblem] = useState<string>()
  const [claims, setClaims] = useState<readonly OwnClaim[]>([])
  const claim = async (takesOver = false) => {
    try {
      await call(casesApi.claim, { params: { id }, body: takesOver ? { take_over: true } : {} })
      setProblem(undefined)
      setClaims([])
      if (takesOver) void invalidate(client, casesApi) // which still names the other moderator
    } catch (error) {
      const others = findOwnClaims(error)
      setClaims(others)
      const isTaken = error instanceof Error && isConflict(error) && others.length === 0
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
    // A page that is closed releases its claim: it is one of three.
    const leave = () => {
      if (!isWaiting(id)) call(casesApi.release, { params: { id }, keepalive: true }).catch(() => {})
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && void claim()
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      clearInterval(timer)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      const end = isWaiting(id)
        ? call(casesApi.claim, { params: { id }, body: { is_settling: true } })
        : call(casesApi.release, { params: { id } })
      end.catch(() => {})
    }
  }, [id])
  /** Ends another claim of the viewer, and claims this case. */
  const releaseOther = async (other: string) => {
    await call(casesApi.release, { params: { id: other } }).catch(() => {}) // the claim below says what is wrong
    await claim()
  }
  return { problem, claims, takeOver: () => void claim(true), releaseOther }
}

const findOwnClaims = (error: unknown): readonly OwnClaim[] => {
  const { claims } = (error instanceof ApiError && isConflict(error) ? error.body : {}) as { claims?: OwnClaim[] }
  return claims ?? []
}
