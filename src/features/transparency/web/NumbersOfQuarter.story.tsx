import type { Story } from '../../../shared/web/ui/story.ts'
import type { Cell, Numbers, TransparencyReport } from '../contract.ts'
import { NumbersOfQuarter } from './NumbersOfQuarter.tsx'

const cells = (counts: Readonly<Record<string, Cell>>) =>
  Object.entries(counts).map(([name, count]) => ({ name, count }))

const busy: Numbers = {
  reports: 1064,
  reports_by_category: cells({ spam: 512, harassment: 301, inappropriate: 160, hate_speech: 51, other: 40 }),
  reports_by_resolution: cells({ resolved: 637, dismissed: 420, pending: 7 }),
  dismissed_share: 40,
  hours_to_first_decision: { median: 7.5, p90: 96 },
  decisions: 90,
  decisions_by_type: cells({ warn: 48, suspend: 17, ban: 9, remove: 16 }),
  decisions_by_source: cells({ report: 78, own: 12 }),
  automated_decisions: 0,
  appeals: 31,
  appeals_by_outcome: cells({ upheld: 17, overturned: 8, changed: 6 }),
  appeals_same_person: 0,
  hours_to_appeal_answer: { median: 29, p90: 70 },
  seals_opened: 12,
  seals_by_category: cells({ danger: 7, harassment: 5 }),
  intimate_image_notices: 0,
  intimate_image_notices_in_time: null,
}
const quiet: Numbers = {
  ...busy,
  reports: 43,
  reports_by_category: cells({ spam: 'not shown', harassment: 'fewer than 5', other: 12 }),
  reports_by_resolution: cells({ resolved: 'not shown', dismissed: 'fewer than 5', pending: 0 }),
  dismissed_share: null,
  hours_to_first_decision: null,
  appeals: 'fewer than 5',
  appeals_by_outcome: cells({ upheld: 'fewer than 5', overturned: 'fewer than 5', changed: 'fewer than 5' }),
  hours_to_appeal_answer: null,
}
const report: TransparencyReport = {
  school_id: 'school',
  school: 'Northfield University',
  period: '2026-Q3',
  periods: ['2026-Q3'],
  published_at: 1_791_000_000,
  is_public: false,
  numbers: busy,
  audit_head: `412:${'9f3c'.repeat(16)}`,
}

export default {
  name: 'NumbersOfQuarter',
  states: {
    Default: () => <NumbersOfQuarter report={report} />,
    'Hidden cells': () => <NumbersOfQuarter report={{ ...report, numbers: quiet }} />,
    'Too few people': () => <NumbersOfQuarter report={{ ...report, numbers: null, audit_head: null }} />,
  },
} satisfies Story
