import { useEffect } from 'react'
import { call } from '../../../shared/web/api.ts'
import { pushApi } from '../contract.gen.ts'

/** The server forgets a report after 45 seconds. */
const reportIntervalMs = 30_000

/** Reports while this tab is visible, so that its user gets no push about what is on the screen. */
export function useVisibleReports(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return
    const report = (visible: boolean) => void call(pushApi.visible, { body: { visible }, quiet: true }).catch(() => {}) // one push too many is harmless
    const isVisible = () => document.visibilityState === 'visible'
    const change = () => report(isVisible())
    if (isVisible()) report(true)
    const timer = setInterval(() => isVisible() && report(true), reportIntervalMs)
    document.addEventListener('visibilitychange', change)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', change)
    }
  }, [isNeeded])
}
