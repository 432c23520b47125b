import { z } from 'zod'
import { envelope, route } from '../../shared/contract.ts'

/** What a cell of 1 to 4 reads, and a cell that would reveal one. */
export const hiddenCells = ['fewer than 5', 'not shown'] as const
const Cell = z.union([z.int(), z.enum(hiddenCells)])
export type Cell = z.infer<typeof Cell>

/** A breakdown: the cells by name add up to the total. */
const Breakdown = z.array(z.object({ name: z.string(), count: Cell }))
/** Hours. Null below five cases. */
const Duration = z.object({ median: z.number(), p90: z.number() }).nullable()
/** Percent. Null without cases, and where it would reveal a hidden cell. */
const Share = z.int().nullable()

/** The numbers of a quarter. The names follow the proposal of mastodon/mastodon#27561. */
export const Numbers = z.object({
  reports: Cell,
  reports_by_category: Breakdown,
  reports_by_resolution: Breakdown,
  /** Of the reports that were settled. */
  dismissed_share: Share,
  hours_to_first_decision: Duration,
  /** Cases whose deadline fell into the quarter and was missed. Absent in older quarters. */
  missed_deadlines: Cell.optional(),
  decisions: Cell,
  decisions_by_type: Breakdown,
  decisions_by_source: Breakdown,
  automated_decisions: Cell,
  appeals: Cell,
  appeals_by_outcome: Breakdown,
  /** Appeals that the moderator of the decision answered, because the site had no other one. */
  appeals_same_person: Cell,
  hours_to_appeal_answer: Duration,
  seals_opened: Cell,
  seals_by_category: Breakdown,
  intimate_image_notices: Cell,
  /** Handled within 48 hours. */
  intimate_image_notices_in_time: Share,
})
export type Numbers = z.infer<typeof Numbers>

const TransparencyReport = z.object({
  school_id: z.guid(),
  school: z.string(),
  /** '2026-Q4'. */
  period: z.string(),
  /** The published quarters, newest first. */
  periods: z.array(z.string()),
  published_at: z.int(),
  /** Whether everyone can read it. */
  is_public: z.boolean(),
  /** Null when the school had fewer than 100 active people. */
  numbers: Numbers.nullable(),
  /** The newest seal of the audit log, as `audit:verify` prints it. */
  audit_head: z.string().nullable(),
})
export type TransparencyReport = z.infer<typeof TransparencyReport>
export const TransparencyReply = envelope(TransparencyReport)

/** The newest quarter by default. */
const period = z.string().max(20).optional()

export const transparency = {
  show: route({
    method: 'GET',
    path: '/api/transparency',
    query: z.object({ period }),
    reply: TransparencyReply,
  }),
  /** `TransparencyReply`, or a CSV file. */
  showPublic: route({
    method: 'GET',
    path: '/api/public/transparency/:school_id',
    access: 'public',
    schoolFrom: { param: 'school_id' },
    params: z.object({ school_id: z.guid() }),
    query: z.object({ period, format: z.enum(['json', 'csv']).catch('json') }),
  }),
}
