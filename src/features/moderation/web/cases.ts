import { plural } from '../../../shared/plural.ts'
import { useDraft } from '../../../shared/web/draft.ts'
import type { Report } from '../report-contract.ts'
import { reasonLabel } from './labels.ts'

/** The pending reports of one item. `report` is the latest of them. */
export type Case = { readonly report: Report; readonly ids: readonly string[] }

/** Groups pending reports by item. The order of the list stays. */
export function toCases(reports: readonly Report[], handled: ReadonlySet<string>): readonly Case[] {
  const seen = new Set(handled)
  return reports.flatMap((report) => {
    if (seen.has(report.id)) return []
    const ids = [report.id, ...report.other_pending_ids]
    for (const id of ids) seen.add(id)
    return [{ report, ids }]
  })
}

/** 'Spam, 5 reports' */
export const caseTitle = ({ report, ids }: Case): string =>
  `${reasonLabel(report.reason)}, ${plural(ids.length, 'report')}`

/** How many cases the viewer closed today on this device. */
export function useHandledToday() {
  const [stored, store] = useDraft('cases handled', 'for longer')
  const today = new Date().toDateString()
  const [day, text = '0'] = stored.split('|')
  const handled = day === today ? Number(text) : 0
  return { handled, countHandled: () => store(`${today}|${handled + 1}`) }
}
