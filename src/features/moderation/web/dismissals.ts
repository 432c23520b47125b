import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, invalidateAdmin } from '../../../shared/web/api.ts'
import { reportsApi } from '../report-contract.gen.ts'
import { useWaitingActs } from './waiting-acts.ts'

/** Dismissals of single reports. Each waits in the page for as long as it can be undone. */
export function useDismissals() {
  const client = useQueryClient()
  const [sent, setSent] = useState<readonly string[]>([])
  const [problem, setProblem] = useState<string>()
  const waiting = useWaitingActs<{ readonly id: string; readonly reports_count: 1 }>((act) => setProblem(act.problem))
  const send = async (id: string) => {
    setSent((before) => [...before, id])
    try {
      await call(reportsApi.settle, { params: { id }, body: { status: 'dismissed' }, keepalive: true })
    } finally {
      void invalidateAdmin(client).then(() => setSent((before) => before.filter((other) => other !== id)))
    }
  }
  return {
    problem,
    canUndo: waiting.isWaiting,
    /** The list may still have it as pending. */
    isDismissed: (id: string) => waiting.isWaiting(id) || sent.includes(id),
    dismiss(id: string) {
      setProblem(undefined)
      const act = { item: { id, reports_count: 1 }, type: 'dismiss', send: () => send(id) } as const
      waiting.defer(act).catch(() => {}) // undone, or reported as the problem
    },
    undo: (id: string) => void waiting.undo(id),
  }
}
