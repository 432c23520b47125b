import { reasonLabels, sealCategoryLabels } from '../../moderation/web/labels.ts'
import type { Numbers } from '../contract.ts'

/** The breakdowns of the numbers. */
export type BreakdownName = {
  [K in keyof Numbers]-?: Numbers[K] extends readonly unknown[] ? K : never
}[keyof Numbers]

/** What the cells of each breakdown are called. */
export const cellLabels: Readonly<Record<BreakdownName, Readonly<Record<string, string>>>> = {
  reports_by_category: reasonLabels,
  reports_by_resolution: { resolved: 'Action taken', dismissed: 'No violation', pending: 'Not settled yet' },
  decisions_by_type: {
    warn: 'Warnings',
    suspend: 'Suspensions',
    ban: 'Bans',
    remove: 'Removals',
    label: 'Labels',
    mute: 'Anonymous writing stopped',
  },
  decisions_by_source: { report: 'After a report', own: 'Found by a moderator', notice: 'After a notice' },
  appeals_by_outcome: {
    upheld: 'The decision stands',
    overturned: 'Overturned',
    changed: 'Changed',
    withdrawn: 'Withdrawn',
    closed: 'Closed',
    open: 'Not answered yet',
  },
  seals_by_category: sealCategoryLabels,
}

const months = ['January to March', 'April to June', 'July to September', 'October to December']
/** '2026-Q4' is 'October to December 2026'. */
export function formatPeriod(period: string): string {
  const [, year = '', quarter = '1'] = /^(\d{4})-Q([1-4])$/.exec(period) ?? []
  return `${months[Number(quarter) - 1]} ${year}`
}

/** '1 hour', '3.5 hours', '5 days'. */
export function formatHours(hours: number): string {
  const [count, unit] = hours < 48 ? [hours, 'hour'] : [Math.round(hours / 24), 'day']
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`
}
