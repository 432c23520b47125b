import { sql } from 'kysely'
import type { Numbers } from '../src/features/transparency/contract.ts'
import { toCell, toCells } from '../src/features/transparency/server/cells.ts'
import type { Db } from '../src/shared/server/db/pools.ts'

const quarters: readonly Numbers[] = [
  {
    reports: toCell(64),
    reports_by_category: toCells({
      ...{ spam: 21, harassment: 12, inappropriate: 9, hate_speech: 3, violence: 0, misinformation: 6, copyright: 0 },
      ...{ personal_info: 8, other: 5 },
    }),
    reports_by_resolution: toCells({ resolved: 37, dismissed: 27, pending: 0 }),
    dismissed_share: 42,
    hours_to_first_decision: { median: 7.5, p90: 41 },
    decisions: toCell(41),
    decisions_by_type: toCells({ warn: 18, suspend: 7, ban: 0, remove: 16, label: 0, mute: 0 }),
    decisions_by_source: toCells({ report: 35, own: 6, notice: 0 }),
    automated_decisions: 0,
    appeals: toCell(11),
    appeals_by_outcome: toCells({ upheld: 6, overturned: 3, changed: 2, withdrawn: 0, closed: 0, open: 0 }),
    appeals_same_person: 0,
    hours_to_appeal_answer: { median: 29, p90: 96 },
    seals_opened: toCell(2),
    seals_by_category: toCells({ danger: 1, law: 0, threat: 1, harassment: 0, sanction: 0, other: 0 }),
    intimate_image_notices: 0,
    intimate_image_notices_in_time: null,
  },
  {
    reports: toCell(38),
    reports_by_category: toCells({
      ...{ spam: 15, harassment: 7, inappropriate: 5, hate_speech: 0, violence: 0, misinformation: 5, copyright: 0 },
      ...{ personal_info: 6, other: 0 },
    }),
    reports_by_resolution: toCells({ resolved: 24, dismissed: 14, pending: 0 }),
    dismissed_share: 37,
    hours_to_first_decision: { median: 9, p90: 52 },
    decisions: toCell(22),
    decisions_by_type: toCells({ warn: 10, suspend: 5, ban: 0, remove: 7, label: 0, mute: 0 }),
    decisions_by_source: toCells({ report: 17, own: 5, notice: 0 }),
    automated_decisions: 0,
    appeals: toCell(3),
    appeals_by_outcome: toCells({ upheld: 2, overturned: 1, changed: 0, withdrawn: 0, closed: 0, open: 0 }),
    appeals_same_person: 0,
    hours_to_appeal_answer: null,
    seals_opened: 0,
    seals_by_category: toCells({ danger: 0, law: 0, threat: 0, harassment: 0, sanction: 0, other: 0 }),
    intimate_image_notices: 0,
    intimate_image_notices_in_time: null,
  },
]

/** The numbers of the two latest quarters of Northfield, which everyone can read. */
export async function writeNumbers(trx: Db, now: number): Promise<void> {
  const school = sql`(select id from schools where email_domain = 'northfield.example')`
  for (const [index, numbers] of quarters.entries()) {
    await sql`insert into transparency_reports (school_id, quarter, body, published_at)
      select ${school}, to_char(ended - interval '3 months', 'YYYY-"Q"Q'), ${JSON.stringify({ numbers })}::jsonb,
        ended + interval '15 days'
      from (select date_trunc('quarter', ${new Date(now)}::timestamptz - interval '15 days')
        - make_interval(months => 3 * ${index}::integer) as ended) as quarter`.execute(trx)
  }
  await sql`update schools set transparency_public = true where id = ${school}`.execute(trx)
}
